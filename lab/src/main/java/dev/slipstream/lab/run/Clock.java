package dev.slipstream.lab.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time that a proof takes, pauses between a stop and its resumption left out. Thread-safe. */
public final class Clock {
    private final double budget;
    private final double before;
    private final LongSupplier nanoTime;
    private final long start;

    /**
     * Starts.
     *
     * @param budget how long the proof may take
     * @param before how long it has taken before it was resumed, in seconds
     * @param nanoTime {@link System#nanoTime}, unless a test knows the time
     */
    Clock(Duration budget, double before, LongSupplier nanoTime) {
        this.budget = budget.toMillis() / 1e3;
        this.before = before;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    /**
     * How long it may take.
     *
     * @return seconds
     */
    public double budget() {
        return budget;
    }

    /**
     * How long it has taken.
     *
     * @return seconds
     */
    public double elapsed() {
        return before + (nanoTime.getAsLong() - start) / 1e9;
    }

    /**
     * How long it may still take.
     *
     * @return seconds, negative once the time is up
     */
    public double left() {
        return budget - elapsed();
    }
}
