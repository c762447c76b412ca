package dev.slipstream.stress.broken;

import dev.slipstream.stress.Night;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A later sleep, with {@link UnparksOnlyWhoWaits}. */
@JCStressTest
@Outcome(id = {"rung", "early"}, expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep.")
@Outcome(id = {"rung late", "over"}, expect = Expect.FORBIDDEN, desc = "The ring was lost, as it should be here.")
@State
public class SleepAgainUnparksOnlyWhoWaits {
    /** Not for long, since it is expected. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

    private final Night night = new Night(new UnparksOnlyWhoWaits(), 1, PATIENCE);

    @Actor
    public void sleeper(L_Result result) {
        result.r1 = night.sleepAgain();
    }

    @Actor
    public void ringer() {
        night.ringAgain();
    }
}
