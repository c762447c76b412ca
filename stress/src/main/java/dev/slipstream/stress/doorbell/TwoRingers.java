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

/**
 * Two that ring at once do no harm to each other: whichever finds the bell armed, or both, the first sleep ends.
 *
 * <p>The second is a thread of its own and no actor: jcstress passes over a test with more actors than the machine has processors.
 */
@JCStressTest
@Outcome(id = "rung, false", expect = Expect.ACCEPTABLE, desc = "One of the rings, or both, ended the sleep.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both were lost, or one would count once more.")
@State
public class TwoRingers {
    private final Night night = new Night(new GraftedBell(), 2);

    @Actor
    public void sleeper(LL_Result result) {
        result.r1 = night.sleepFirst();
    }

    @Actor
    public void ringers() {
        Thread other = new Thread(night::ringFirst);
        other.start();
        night.ringFirst();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Arbiter
    public void afterwards(LL_Result result) {
        result.r2 = night.armed();
    }
}
