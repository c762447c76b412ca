package dev.slipstream.lab.stats;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * A 95 % confidence interval of the geometric mean of ratios, by resampling the pairs.
 *
 * <p>It is the percentile interval, expanded: the plain one is too narrow for few pairs, and the levels that make up for it
 * are those of T. Hesterberg, "What Teachers Should Know About the Bootstrap" (2015), section 3.3. For 3 pairs the interval
 * is then simply from the smallest to the largest ratio, and still covers the truth in three cases out of four only, since
 * no resampling can reach beyond what was seen.
 */
public final class Bootstrap {
    private static final int RESAMPLES = 10_000;

    /** The same measurements must always give the same interval. */
    private static final long SEED = 0x51195712EA3L;

    /** Tail probability for 3 pairs, 4 pairs, ...: the normal distribution at -sqrt(n / (n - 1)) t(0.975, n - 1). */
    private static final double[] TAILS = {
        0.0000001, 0.00012, 0.00095, 0.00243, 0.00411, 0.00574, 0.00722, 0.00855, 0.00972,
        0.01076, 0.01167, 0.01248, 0.01321, 0.01386, 0.01444, 0.01497, 0.01544, 0.01588
    };

    private Bootstrap() {
    }

    /**
     * The geometric mean.
     *
     * @param ratios positive ratios, at least one
     * @return their geometric mean
     */
    public static double geometricMean(double[] ratios) {
        return Math.exp(Arrays.stream(ratios).map(Math::log).average().orElseThrow());
    }

    /**
     * Resamples the pairs.
     *
     * @param ratios positive ratios, one per pair, at least {@link Judgement#FEWEST_PAIRS}
     * @return the 95 % interval of their geometric mean
     * @throws IllegalArgumentException for fewer
     */
    public static Interval interval(double[] ratios) {
        if (ratios.length < Judgement.FEWEST_PAIRS) {
            throw new IllegalArgumentException(ratios.length + " pairs");
        }
        double[] logs = Arrays.stream(ratios).map(Math::log).toArray();
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
        double[] means = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double sum = 0;
            for (int j = 0; j < logs.length; j++) {
                sum += logs[random.nextInt(logs.length)];
            }
            means[i] = sum / logs.length;
        }
        double tail = TAILS[Math.min(ratios.length - Judgement.FEWEST_PAIRS, TAILS.length - 1)];
        double[] ends = Quantile.withDefaults().evaluate(means, tail, 1 - tail);
        return new Interval(Math.exp(ends[0]), Math.exp(ends[1]));
    }
}
