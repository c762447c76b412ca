package jdk.internal.misc;

import java.util.concurrent.locks.LockSupport;

/**
 * One thread sleeps, any thread may ring. While nobody sleeps, to ring costs a volatile read.
 *
 * <p>Argument. {@link #arm} happens before whatever the arming thread lets others do next (for the pinning remedy: it rewrites
 * the methods that ring), so the first ring finds the bell armed. A ring that finds it armed writes {@code armed = false} and
 * then unparks; the sleeper reads {@code armed} before it parks, and an unpark that comes between that read and the park leaves a
 * permit behind. So a ring that finds the bell armed ends the sleep or keeps it from beginning. Two rings are lost: one that
 * finds the bell not armed, because the sleeper is just about to sleep again, and one in the instant at the end of a sleep with a
 * limit between reading {@code armed} and taking it away, whose permit merely shortens the next sleep. So sleepers other than the
 * first must set themselves a limit, and do.
 */
final class Doorbell {
    private volatile boolean armed;
    private volatile Thread sleeper;

    /** Makes the next ring count, from now on and not only from {@link #sleep} on. */
    void arm() {
        armed = true;
    }

    /** Says who sleeps; must be set before the first ring, null for nobody. */
    void setSleeper(Thread thread) {
        sleeper = thread;
    }

    /** Wakes the sleeper if it sleeps. Neither blocks nor unmounts the caller, if the sleeper is a platform thread. */
    void ring() {
        if (armed) {
            armed = false;
            LockSupport.unpark(sleeper);
        }
    }

    /**
     * Sleeps until somebody rings. Called by the sleeper only. May return early for no reason.
     *
     * @param nanos at most that long; {@link Long#MAX_VALUE} for the sleep that was armed beforehand
     * @return whether somebody has rung
     */
    boolean sleep(long nanos) {
        if (nanos != Long.MAX_VALUE) {
            armed = true;
        }
        if (armed) {
            LockSupport.parkNanos(nanos);
        }
        boolean rung = !armed;
        if (nanos != Long.MAX_VALUE) {
            armed = false;
        }
        return rung;
    }
}
