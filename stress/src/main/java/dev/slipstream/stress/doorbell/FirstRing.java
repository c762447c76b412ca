package dev.slipstream.stress.doorbell;

import dev.slipstream.stress.GraftedBell;
import dev.slipstream.stress.Night;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A ring after the arming ends the first sleep, whether that has begun or not. */
@JCStressTest
@Outcome(id = "rung, false", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep, or kept it from beginning.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The ring was lost, or would count twice.")
@State
public class FirstRing {
    private final Night night = new Night(new GraftedBell());

    @Actor
    public void sleeper(LL_Result result) {
        result.r1 = night.sleepFirst();
    }

    @Actor
    public void ringer() {
        night.ringFirst();
    }

    @Arbiter
    public void afterwards(LL_Result result) {
        result.r2 = night.armed();
    }
}
