package dev.slipstream.stress.doorbell;

import dev.slipstream.stress.Bell;
import dev.slipstream.stress.GraftedBell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** A ring ends a first sleep that has lasted for a while. */
@JCStressTest(Mode.Termination)
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep.")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "The ring was lost.")
@State
public class DeepSleep {
    private final Bell bell = new GraftedBell();
    private volatile boolean armed;

    @Actor
    public void sleeper() {
        bell.setSleeper(Thread.currentThread());
        bell.arm();
        armed = true;
        while (!bell.sleep(Long.MAX_VALUE)) {
            Thread.onSpinWait();
        }
    }

    @Signal
    public void ringer() {
        while (!armed) {
            Thread.yield();
        }
        bell.ring();
    }
}
