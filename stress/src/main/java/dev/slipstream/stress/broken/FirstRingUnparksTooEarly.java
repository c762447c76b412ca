package dev.slipstream.stress.broken;

import dev.slipstream.stress.Night;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The first ring, with {@link UnparksTooEarly}. */
@JCStressTest
@Outcome(id = "rung", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep, or kept it from beginning.")
@Outcome(id = "lost", expect = Expect.FORBIDDEN, desc = "The ring was lost, as it should be here.")
@State
public class FirstRingUnparksTooEarly {
    /** Not for long, since it is expected. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

    private final Night night = new Night(new UnparksTooEarly(), 1, PATIENCE);

    @Actor
    public void sleeper(L_Result result) {
        result.r1 = night.sleepFirst();
    }

    @Actor
    public void ringer() {
        night.ringFirst();
    }
}
