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

/** A ring that comes while a later sleep ends by itself may be missed, but the bell is not left armed. */
@JCStressTest
@Outcome(id = {"rung, false", "rung late, false"}, expect = Expect.ACCEPTABLE, desc = "The ring came in time, or just so.")
@Outcome(id = {"over, false", "early, false"}, expect = Expect.ACCEPTABLE, desc = "It came too late.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The bell stayed armed.")
@State
public class ShortSleep {
    private static final long NANOS = 1_000;

    private final Night night = new Night(new GraftedBell());

    @Actor
    public void sleeper(LL_Result result) {
        result.r1 = night.sleepAgain(NANOS);
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
