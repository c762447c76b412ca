package dev.slipstream.pinning;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * How a {@link CarrierKeeper} works.
 *
 * @param parksAreCompensated whether something else (the agent) already compensates pinned parks, so that waiting carriers
 *        are left alone
 * @param rest how the keeper waits while nothing happens
 * @param parked hands out a virtual thread that lately parked while pinned, or null; asked twenty times a second at most
 * @param atMaximum called on the keeper's thread, once, when the scheduler first refuses another carrier
 */
public record KeeperOptions(boolean parksAreCompensated, Rest rest, Supplier<Thread> parked, Runnable atMaximum) {

    /** A wait that may end early, when virtual threads are started or park while pinned. */
    @FunctionalInterface
    public interface Rest {
        /**
         * Waits; returning early or for no reason is harmless.
         *
         * @param nanos at most that many nanoseconds
         */
        void upTo(long nanos);
    }

    /** Checks that nothing is null. */
    public KeeperOptions {
        Objects.requireNonNull(rest);
        Objects.requireNonNull(parked);
        Objects.requireNonNull(atMaximum);
    }
}
