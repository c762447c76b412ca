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

/** A ring that finds a later sleep armed ends it long before its limit, and the sleeper is told so. */
@JCStressTest
@Outcome(id = "rung, false", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep.")
@Outcome(id = "early, false", expect = Expect.ACCEPTABLE, desc = "The sleep ended for no reason, before the ring.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The ring did not end the sleep, or the bell stayed armed.")
@State
public class SleepAgain {
    private final Night night = new Night(new GraftedBell());

    @Actor
    public void sleeper(LL_Result result) {
        result.r1 = night.sleepAgain();
    }

    @Actor
    public void ringer() {
        night.ringAgain();
    }

    @Arbiter
    public void afterwards(LL_Result result) {
        result.r2 = night.armed();
    }
}
