package dev.slipstream.results.stats;

/**
 * Range of ratios or of scores, both ends included.
 *
 * @param low the lower end, not NaN
 * @param high the upper end, not less than the lower
 */
public record Interval(double low, double high) {

    /** Checks the order of the ends. */
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException(low + " .. " + high);
        }
    }

    /**
     * Returns the interval that contains a single value.
     *
     * @param value both ends, not NaN
     * @return the interval
     */
    public static Interval of(double value) {
        return new Interval(value, value);
    }

    /**
     * Tells whether the interval contains a single value.
     *
     * @return whether both ends are equal
     */
    public boolean isPoint() {
        return low == high;
    }

    /**
     * Tells whether a value lies in the interval.
     *
     * @param value the value
     * @return true for the ends too
     */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
