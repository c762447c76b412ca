package dev.slipstream.lab.pairs;

import dev.slipstream.lab.stats.Judgement;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Number of pairs needed to see an effect: the sample size of the paired t-test, since the pseudo-median is nearly as precise as
 * the mean.
 */
public final class Power {
    /** The fraction of runs in which the promised number of pairs should be enough. */
    private static final double FOUND = 0.9;

    /** The most pairs: a ratio that needs more is too near to the bar for any measurement. */
    private static final int MOST_PAIRS = 1_000;

    private Power() {
    }

    /**
     * Returns the number of pairs with which the interval ends before the bar in nine runs of ten.
     *
     * @param distance from the true ratio to the bar, as the logarithm of their ratio, positive
     * @param scatter the standard deviation of the pairs' logarithms
     * @param confidence the confidence of the interval
     * @return at least {@link Judgement#FEWEST_PAIRS}; empty if no reasonable number is enough
     */
    public static OptionalInt pairs(double distance, double scatter, double confidence) {
        for (int pairs = Judgement.FEWEST_PAIRS; pairs <= MOST_PAIRS; pairs++) {
            if (visible(pairs, scatter, confidence) <= distance) {
                return OptionalInt.of(pairs);
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Returns the smallest effect that a number of pairs shows in nine runs of ten.
     *
     * @param pairs the number of pairs, at least 2
     * @param scatter the standard deviation of the pairs' logarithms
     * @param confidence the confidence of the interval
     * @return the logarithm of a ratio
     */
    public static double visible(int pairs, double scatter, double confidence) {
        TDistribution t = TDistribution.of(pairs - 1);
        double quantiles = t.inverseCumulativeProbability((1 + confidence) / 2) + t.inverseCumulativeProbability(FOUND);
        return quantiles * scatter / Math.sqrt(pairs);
    }
}
