package dev.slipstream.runtime.pinning;

import java.util.concurrent.locks.LockSupport;

/** The environment of a {@link Keeper}. All methods are called on the keeper's thread. */
public interface KeeperHost {
    /** {@return whether the application has started a virtual thread} Until then the keeper only rests. */
    default boolean usesVirtualThreads() {
        return true;
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
    default void atMaximum() {}

    /** Called when a second or more has passed since the last call. */
    default void everySecond() {}

    /**
     * Called when the keeper ends after an exception that it cannot recover from. All carriers count again.
     *
     * @param why the exception
     */
    default void failed(Throwable why) {
        throw new IllegalStateException("the keeper has ended", why);
    }
}
