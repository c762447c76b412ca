package dev.slipstream.diagnose.result;

/**
 * Bounds of the mean of a Poisson distribution of which one count was seen, such as the number of samples that show a cost. Each bound
 * holds at a confidence of 95 %.
 *
 * <p>Byar's approximation (Breslow and Day, Statistical Methods in Cancer Research II, 1987, p. 69), which is within 0.03 of the exact
 * bounds. Of no events it gives 2.97, where the rule of three gives 3.
 */
public final class Poisson {
    /** Quantile of the normal distribution at 95 %. */
    private static final double Z = 1.645;

    private Poisson() {}

    /**
     * {@return the lower bound}
     *
     * @param count the number of events seen, 0 or more
     */
    public static double least(double count) {
        return count <= 0 ? 0 : count * cube(Math.max(0, 1 - 1 / (9 * count) - Z / (3 * Math.sqrt(count))));
    }

    /**
     * {@return the upper bound}
     *
     * @param count the number of events seen, 0 or more
     */
    public static double most(double count) {
        double next = count + 1;
        return next * cube(1 - 1 / (9 * next) + Z / (3 * Math.sqrt(next)));
    }

    private static double cube(double value) {
        return value * value * value;
    }
}
