package dev.slipstream.stress.pinning;

import dev.slipstream.stress.Pause;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * One sleeper and some ringers, each of which rings once. A lost ring would hang the test without a result, so each ringer waits
 * for the sleeper, and after a while unparks it itself.
 */
public final class SleeperScenario {
    /** Much longer than a sleep that ends takes on a busy machine. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    /** Patience after a lost ring. The test has failed by then; the full patience each time would make it last for hours. */
    private static final long PATIENCE_LOST = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int SPINS_BEFORE_YIELD = 1_000;

    private static volatile boolean lost;

    private final Bell bell;
    private final long patience;
    private final AtomicInteger stillAway;
    private volatile Thread sleeper;
    private volatile boolean open;
    private volatile boolean ended;
    private volatile boolean givenUp;

    public SleeperScenario(Bell bell) {
        this(bell, 1);
    }

    public SleeperScenario(Bell bell, int ringers) {
        this(bell, ringers, PATIENCE);
    }

    /** @param patience how long a ringer waits for the sleeper, in nanoseconds */
    public SleeperScenario(Bell bell, int ringers, long patience) {
        this.bell = bell;
        this.patience = lost ? PATIENCE_LOST : patience;
        stillAway = new AtomicInteger(ringers);
    }

    /**
     * Sleeps for the first time, with a bell armed beforehand.
     *
     * @return {@code rung}, or {@code lost} if a ring did not end it
     */
    public String sleepFirst() {
        goToBed();
        for (int spins = 0; stillAway.get() > 0; spins++) {
            spin(spins);
        }
        bell.arm();
        open = true;
        Pause.upTo(64);
        while (!bell.sleep(Long.MAX_VALUE) && !givenUp) {
            Thread.onSpinWait();
        }
        ended = true;
        // The bell may say otherwise: a ring that did not wake the sleeper is lost, even if the field shows it.
        return givenUp ? "lost" : "rung";
    }

    /** Rings as soon as the first sleep is armed. */
    public void ringFirst() {
        stillAway.getAndDecrement();
        for (int spins = 0; !open; spins++) {
            spin(spins);
        }
        Pause.upTo(64);
        bell.ring();
        long since = System.nanoTime();
        for (int spins = 0; !ended && !givenUp; spins++) {
            spin(spins);
            if (System.nanoTime() - since > patience) {
                giveUp();
            }
        }
    }

    private void giveUp() {
        lost = true;
        givenUp = true;
        LockSupport.unpark(sleeper);
    }

    /**
     * Sleeps again, with a limit in nanoseconds.
     *
     * @return {@code rung}; {@code rung late} if the limit was reached all the same; {@code over} if it was reached without a ring;
     *         {@code early} otherwise
     */
    public String sleepAgain(long limit) {
        goToBed();
        long start = System.nanoTime();
        boolean rung = bell.sleep(limit);
        boolean over = System.nanoTime() - start >= limit;
        ended = true;
        if (over) {
            return rung ? "rung late" : "over";
        }
        return rung ? "rung" : "early";
    }

    /** Sleeps again, with a limit that is reached only if a ring is lost. */
    public String sleepAgain() {
        String end = sleepAgain(patience);
        lost |= end.equals("rung late") || end.equals("over");
        return end;
    }

    /** Rings while the later sleep is armed, if that lasts: a ring afterwards would hide that the bell was left armed. */
    public void ringAgain() {
        for (int spins = 0; !bell.armed() && !ended; spins++) {
            spin(spins);
        }
        Pause.upTo(64);
        if (!ended) {
            bell.ring();
        }
    }

    public boolean armed() {
        return bell.armed();
    }

    /** Consumes the permit that a ring of the previous scenario may have left, which would hide a lost ring. */
    private void goToBed() {
        sleeper = Thread.currentThread();
        LockSupport.unpark(sleeper);
        LockSupport.park();
        bell.setSleeper(sleeper);
    }

    private static void spin(int spins) {
        if (spins < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Methods of {@code jdk.internal.misc.Doorbell}, described there. */
    public interface Bell {
        void arm();

        void setSleeper(Thread thread);

        void ring();

        boolean sleep(long nanos);

        /** Tells whether a ring would count now. */
        boolean armed();
    }

    /** A ring after the arming ends the first sleep, whether the sleep has begun or not. */
    @JCStressTest
    @Outcome(id = "rung, false", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep, or kept it from beginning.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The ring was lost, or would count twice.")
    @State
    public static class FirstRing {
        private final SleeperScenario scenario = new SleeperScenario(new GraftedBell());

        @Actor
        public void sleeper(LL_Result result) {
            result.r1 = scenario.sleepFirst();
        }

        @Actor
        public void ringer() {
            scenario.ringFirst();
        }

        @Arbiter
        public void afterwards(LL_Result result) {
            result.r2 = scenario.armed();
        }
    }

    /**
     * Two concurrent rings end the first sleep, whichever of them finds the bell armed.
     *
     * <p>The second ring has a thread of its own instead of an actor: jcstress skips a test with more actors than processors.
     */
    @JCStressTest
    @Outcome(id = "rung, false", expect = Expect.ACCEPTABLE, desc = "One of the rings, or both, ended the sleep.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both were lost, or one would count once more.")
    @State
    public static class TwoRingers {
        private final SleeperScenario scenario = new SleeperScenario(new GraftedBell(), 2);

        @Actor
        public void sleeper(LL_Result result) {
            result.r1 = scenario.sleepFirst();
        }

        @Actor
        public void ringers() {
            Thread other = new Thread(scenario::ringFirst);
            other.start();
            scenario.ringFirst();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Arbiter
        public void afterwards(LL_Result result) {
            result.r2 = scenario.armed();
        }
    }

    /** A ring that finds a later sleep armed ends it long before its limit, and {@code sleep} returns true. */
    @JCStressTest
    @Outcome(id = "rung, false", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep.")
    @Outcome(id = "early, false", expect = Expect.ACCEPTABLE, desc = "The sleep ended for no reason, before the ring.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The ring did not end the sleep, or the bell stayed armed.")
    @State
    public static class SleepAgain {
        private final SleeperScenario scenario = new SleeperScenario(new GraftedBell());

        @Actor
        public void sleeper(LL_Result result) {
            result.r1 = scenario.sleepAgain();
        }

        @Actor
        public void ringer() {
            scenario.ringAgain();
        }

        @Arbiter
        public void afterwards(LL_Result result) {
            result.r2 = scenario.armed();
        }
    }

    /** A ring that coincides with the timeout of a later sleep may be missed, but leaves the bell unarmed. */
    @JCStressTest
    @Outcome(id = {"rung, false", "rung late, false"}, expect = Expect.ACCEPTABLE, desc = "The ring came in time, or just so.")
    @Outcome(id = {"over, false", "early, false"}, expect = Expect.ACCEPTABLE, desc = "It came too late.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The bell stayed armed.")
    @State
    public static class ShortSleep {
        private static final long NANOS = 1_000;

        private final SleeperScenario scenario = new SleeperScenario(new GraftedBell());

        @Actor
        public void sleeper(LL_Result result) {
            result.r1 = scenario.sleepAgain(NANOS);
        }

        @Actor
        public void ringer() {
            scenario.ringAgain();
        }

        @Arbiter
        public void afterwards(LL_Result result) {
            result.r2 = scenario.armed();
        }
    }

    /** A ring ends a first sleep that has lasted for a while. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "The ring was lost.")
    @State
    public static class DeepSleep {
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

    /** First ring with {@link BrokenBell.ArmsTooLate}. */
    @JCStressTest
    @Outcome(id = "rung", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep, or kept it from beginning.")
    @Outcome(id = "lost", expect = Expect.FORBIDDEN, desc = "The ring was lost.")
    @State
    public static class BrokenArmsTooLate {
        /** Short, since the ring is expected to be lost. */
        private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

        private final SleeperScenario scenario = new SleeperScenario(new BrokenBell.ArmsTooLate(), 1, PATIENCE);

        @Actor
        public void sleeper(L_Result result) {
            result.r1 = scenario.sleepFirst();
        }

        @Actor
        public void ringer() {
            scenario.ringFirst();
        }
    }

    /** First ring with {@link BrokenBell.UnparksTooEarly}. */
    @JCStressTest
    @Outcome(id = "rung", expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep, or kept it from beginning.")
    @Outcome(id = "lost", expect = Expect.FORBIDDEN, desc = "The ring was lost.")
    @State
    public static class BrokenUnparksTooEarly {
        /** Short, since the ring is expected to be lost. */
        private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

        private final SleeperScenario scenario = new SleeperScenario(new BrokenBell.UnparksTooEarly(), 1, PATIENCE);

        @Actor
        public void sleeper(L_Result result) {
            result.r1 = scenario.sleepFirst();
        }

        @Actor
        public void ringer() {
            scenario.ringFirst();
        }
    }

    /** Later sleep with {@link BrokenBell.UnparksOnlyWhoWaits}. */
    @JCStressTest
    @Outcome(id = {"rung", "early"}, expect = Expect.ACCEPTABLE, desc = "The ring ended the sleep.")
    @Outcome(id = {"rung late", "over"}, expect = Expect.FORBIDDEN, desc = "The ring was lost.")
    @State
    public static class BrokenUnparksOnlyWhoWaits {
        /** Short, since the ring is expected to be lost. */
        private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

        private final SleeperScenario scenario = new SleeperScenario(new BrokenBell.UnparksOnlyWhoWaits(), 1, PATIENCE);

        @Actor
        public void sleeper(L_Result result) {
            result.r1 = scenario.sleepAgain();
        }

        @Actor
        public void ringer() {
            scenario.ringAgain();
        }
    }
}
