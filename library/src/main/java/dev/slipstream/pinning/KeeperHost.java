package dev.slipstream.pinning;

import java.util.concurrent.locks.LockSupport;

/** What surrounds a {@link CarrierKeeper}. All methods are called on the keeper's thread. */
public interface KeeperHost {
    /** Whether something else (the agent) compensates pinned parks already, so that waiting carriers are left alone. */
    default boolean compensatesParks() {
        return false;
    }

    /** Whether the application has started a virtual thread; until then the keeper does nothing but rest. */
    default boolean usesVirtualThreads() {
        return true;
    }

    /**
     * Whether virtual threads may have parked, since the last call, without being compensated. Then carriers that
     * wait at the keeper's next look count as stuck until they move. Asked before each look.
     */
    default boolean parksWereMissed() {
        return false;
    }

    /**
     * Waits while nothing happens. May return early or for no reason; should return when virtual threads start, if the host
     * can tell.
     *
     * @param nanos at most that many nanoseconds
     */
    default void rest(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    /** Hands out a virtual thread that lately parked while pinned, or null. Asked twenty times a second at most. */
    default Thread parked() {
        return null;
    }

    /** The scheduler refused another carrier for the first time. */
    default void atMaximum() {
    }

    /** A second or more has passed since the last call. */
    default void everySecond() {
    }

    /** The keeper ends, since something was thrown that it cannot go on after. All carriers count again. */
    default void failed(Throwable why) {
        throw new IllegalStateException("the keeper has ended", why);
    }
}
