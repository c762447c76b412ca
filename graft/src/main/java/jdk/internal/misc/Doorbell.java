package jdk.internal.misc;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Bell that any thread rings to wake one sleeper. A ring costs a volatile read while the sleeper does not sleep.
 *
 * <p>Argument. {@link #arm} happens before the arming thread enables ringing (the pinning remedy rewrites the methods that ring
 * afterwards), so the first ring finds the bell armed. A ring that finds it armed writes {@code armed = false} and then unparks.
 * The sleeper reads {@code armed} before it parks; an unpark between the read and the park leaves a permit. So a ring that finds
 * the bell armed ends the sleep or prevents it. Two kinds of rings are lost: one that finds the bell unarmed, since the sleeper is
 * about to sleep again; and one at the end of a timed sleep, between reading and clearing {@code armed}, whose permit shortens the
 * next sleep. Every sleep but the first must therefore have a limit.
 */
@NullMarked
final class Doorbell {
    private volatile boolean armed;
    private volatile @Nullable Thread sleeper;

    /** Makes the next ring count, even before {@link #sleep}. */
    void arm() {
        armed = true;
    }

    /** Sets the sleeper; null for none. Must precede the first ring. */
    void setSleeper(@Nullable Thread thread) {
        sleeper = thread;
    }

    /** Wakes the sleeper if it sleeps. If the sleeper is a platform thread, the caller neither blocks nor unmounts. */
    void ring() {
        if (armed) {
            armed = false;
            LockSupport.unpark(sleeper);
        }
    }

    /**
     * Sleeps until a ring. Called by the sleeper only. May return spuriously.
     *
     * @param nanos the limit; {@link Long#MAX_VALUE} for the first sleep, which was armed beforehand
     * @return whether the bell was rung
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
