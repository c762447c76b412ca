package dev.slipstream.pinning;

import java.util.concurrent.locks.LockSupport;

/** The environment of a {@link CarrierKeeper}. All methods are called on the keeper's thread. */
public interface KeeperHost {
    /** Returns whether something else (the agent) compensates pinned parks already, so that the keeper ignores waiting carriers. */
    default boolean compensatesParks() {
        return false;
    }

    /** Returns whether the application has started a virtual thread; until then the keeper only rests. */
    default boolean usesVirtualThreads() {
        return true;
    }

    /**
     * Returns whether virtual threads may have parked without compensation since the last call. If so, carriers that wait at
     * the keeper's next look count as stuck until they move. Called before each look.
     */
    default boolean parksWereMissed() {
        return false;
    }

    /**
     * Waits while nothing happens. May return early or spuriously; should return when virtual threads start, if the host can
     * tell.
     *
     * @param nanos maximum duration in nanoseconds
     */
    default void rest(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    /** Called when the scheduler refuses another carrier for the first time. */
    default void atMaximum() {
    }

    /** Called when a second or more has passed since the last call. */
    default void everySecond() {
    }

    /** Called when the keeper ends after an exception that it cannot recover from. All carriers count again. */
    default void failed(Throwable why) {
        throw new IllegalStateException("the keeper has ended", why);
    }
}
