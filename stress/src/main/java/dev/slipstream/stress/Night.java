package dev.slipstream.stress;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One sleeper and those who ring, once each. A sleep that nobody ends would hang the test, which tells little; so whoever has rung
 * waits for the sleeper, and ends after a while what the bell should have ended.
 */
public final class Night {
    /** Far beyond what a busy machine could make of a sleep that ends. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    /** Once a ring was lost, the test has failed; as long a wait for each that follows would make it last for hours. */
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

    public Night(Bell bell) {
        this(bell, 1);
    }

    /** With several who ring. */
    public Night(Bell bell, int ringers) {
        this(bell, ringers, PATIENCE);
    }

    /** With a wait for the sleeper, in nanoseconds, of one's own. */
    public Night(Bell bell, int ringers, long patience) {
        this.bell = bell;
        this.patience = lost ? PATIENCE_LOST : patience;
        stillAway = new AtomicInteger(ringers);
    }

    /**
     * The sleep that was armed beforehand.
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
        dawdle();
        while (!bell.sleep(Long.MAX_VALUE) && !givenUp) {
            Thread.onSpinWait();
        }
        ended = true;
        // Whatever the bell says: a ring that did not wake the sleeper is lost, even if the field shows it.
        return givenUp ? "lost" : "rung";
    }

    /** Rings as soon as the first sleep is armed. */
    public void ringFirst() {
        stillAway.getAndDecrement();
        for (int spins = 0; !open; spins++) {
            spin(spins);
        }
        dawdle();
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
     * A later sleep, with a limit.
     *
     * @return {@code rung}; {@code rung late} when the limit was reached nevertheless; {@code over} when it was reached and nobody
     *         has rung; {@code early} when neither
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

    /** As {@link #sleepAgain(long)}, with a limit that is reached only when a ring is lost. */
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
        dawdle();
        if (!ended) {
            bell.ring();
        }
    }

    public boolean armed() {
        return bell.armed();
    }

    /** Without the permit that a ring of the previous night may have left: it would end this sleep in place of a lost ring. */
    private void goToBed() {
        sleeper = Thread.currentThread();
        LockSupport.unpark(sleeper);
        LockSupport.park();
        bell.setSleeper(sleeper);
    }

    /** So that rings come before the sleep, as it begins, and in it. */
    private static void dawdle() {
        for (int spins = ThreadLocalRandom.current().nextInt(64); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }

    private static void spin(int spins) {
        if (spins < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
