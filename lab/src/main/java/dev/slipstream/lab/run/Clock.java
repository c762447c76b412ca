package dev.slipstream.lab.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Clock of a proof, which excludes pauses between a stop and its resumption. Thread-safe. */
public final class Clock {
    private final double budget;
    private final double before;
    private final LongSupplier nanoTime;
    private final long start;

    /**
     * Starts the clock.
     *
     * @param budget the time that the proof may take
     * @param before the time that it took before it was resumed, in seconds
     * @param nanoTime {@link System#nanoTime}, or a test's substitute
     */
    Clock(Duration budget, double before, LongSupplier nanoTime) {
        this.budget = budget.toMillis() / 1e3;
        this.before = before;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    /**
     * Returns the time that the proof may take.
     *
     * @return seconds
     */
    public double budget() {
        return budget;
    }

    /**
     * Returns the time that the proof has taken.
     *
     * @return seconds
     */
    public double elapsed() {
        return before + (nanoTime.getAsLong() - start) / 1e9;
    }

    /**
     * Returns the time that the proof may still take.
     *
     * @return seconds, negative once the time is up
     */
    public double left() {
        return budget - elapsed();
    }
}
