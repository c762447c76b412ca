package dev.slipstream.lab.pairs;

import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Judges claims by the ratios of pairs: by their pseudo-median, and by its bootstrap interval.
 *
 * <p>The pseudo-median (J. L. Hodges and E. L. Lehmann, "Estimates of Location Based on Rank Tests", 1963) is the median of the
 * means of all pairs of values, here of logarithms. One fork in five, however slow, hardly moves it, while each such fork moves the
 * geometric mean. Without disturbance it is as precise as the mean.
 *
 * <p>The interval comes from resampling the pairs. The plain percentile interval is too narrow for few pairs; the corrected levels
 * are those of T. Hesterberg, "What Teachers Should Know About the Bootstrap" (2015), section 3.3. No resample reaches beyond the
 * observed ratios, so with fewer than {@value #ENOUGH} pairs the interval also spans Student's t interval. {@code SimulationTest}
 * measures how often the interval misses the truth, for scores of several shapes.
 */
public final class Pairs {
    /** The fraction of runs in which the promised number of pairs should be enough. */
    private static final double FOUND = 0.9;

    /** The most pairs: a ratio that needs more is too near to the bar for any measurement. */
    private static final int MOST_PAIRS = 1_000;

    private static final int RESAMPLES = 3_000;

    /** The fewest pairs with which the bootstrap alone covers the truth as often as it states. */
    private static final int ENOUGH = 7;

    /** The most means of pairs in all resamples together, which bounds the time for hundreds of pairs. */
    private static final int MOST_MEANS = 1_000_000;

    /** A fixed seed: the same measurements must always give the same interval. */
    private static final long SEED = 0x51195712EA3L;

    private Pairs() {}

    /**
     * Returns the ratios that a bar is about.
     *
     * @param bar the bar of the claim
     * @param subjects the ranges of the scores of the claim's subject, one per pair; smaller is better
     * @param references the ranges of the scores of its reference in the same pairs
     * @return the range of the ratio of each pair
     * @throws IllegalArgumentException if the lengths differ
     */
    public static List<Interval> ratios(Bar bar, List<Interval> subjects, List<Interval> references) {
        if (subjects.size() != references.size()) {
            throw new IllegalArgumentException(subjects.size() + " scores against " + references.size());
        }
        return IntStream.range(0, subjects.size()).mapToObj(i -> ratio(bar, subjects.get(i), references.get(i))).toList();
    }

    private static Interval ratio(Bar bar, Interval subject, Interval reference) {
        double fast = bar.ratio(subject.low(), reference.high());
        double slow = bar.ratio(subject.high(), reference.low());
        return new Interval(Math.min(fast, slow), Math.max(fast, slow));
    }

    /**
     * Judges ratios. Of a pair that is known only within a range, the lower end counts for the lower end of the interval, and the
     * upper end for the upper: the pseudo-median of the ratios lies between that of the lower and that of the upper ends (C. Manski,
     * "Partial Identification of Probability Distributions", 2003).
     *
     * @param bar the bar of the claim
     * @param ranges the ratios, one per pair, positive
     * @param confidence the confidence of the interval, such as {@link Judgement#CONFIDENCE}
     * @return the judgement
     */
    public static Judgement judge(Bar bar, List<Interval> ranges, double confidence) {
        double[] ratios = ranges.stream().mapToDouble(range -> Math.sqrt(range.low() * range.high())).toArray();
        double ratio = ratios.length == 0 ? Double.NaN : pseudoMedian(ratios);
        if (ratios.length < Judgement.FEWEST_PAIRS) {
            OptionalInt more = OptionalInt.of(Judgement.FEWEST_PAIRS - ratios.length);
            return new Judgement(ratios, ratio, Optional.empty(), confidence, Verdict.UNDECIDED, more);
        }
        Interval interval = new Interval(
                interval(ranges.stream().mapToDouble(Interval::low).toArray(), confidence).low(),
                interval(ranges.stream().mapToDouble(Interval::high).toArray(), confidence).high());
        Verdict verdict = bar.judge(interval);
        OptionalInt more = verdict == Verdict.UNDECIDED ? more(bar, ratios, ratio, confidence) : OptionalInt.empty();
        return new Judgement(ratios, ratio, Optional.of(interval), confidence, verdict, more);
    }

    /** Estimates the number of further pairs as if the ratio seen so far were the true one. */
    private static OptionalInt more(Bar bar, double[] ratios, double ratio, double confidence) {
        double way = Math.abs(Math.log(ratio / bar.edge(ratio)));
        OptionalInt needed = pairs(way, scatter(ratios), confidence);
        return needed.isPresent() ? OptionalInt.of(Math.max(1, needed.getAsInt() - ratios.length)) : needed;
    }

    /**
     * Returns the number of pairs with which the interval ends before the bar in nine runs of ten: the sample size of the paired
     * t-test, since the pseudo-median is nearly as precise as the mean.
     *
     * @param distance from the true ratio to the bar, as the logarithm of their ratio, positive
     * @param scatter the standard deviation of the pairs' logarithms
     * @param confidence the confidence of the interval
     * @return at least {@link Judgement#FEWEST_PAIRS}; empty if no reasonable number is enough
     */
    static OptionalInt pairs(double distance, double scatter, double confidence) {
        for (int pairs = Judgement.FEWEST_PAIRS; pairs <= MOST_PAIRS; pairs++) {
            if (visible(pairs, scatter, confidence) <= distance) {
                return OptionalInt.of(pairs);
            }
        }
        return OptionalInt.empty();
    }

    /** Returns the smallest effect, as the logarithm of a ratio, that a number of pairs shows in nine runs of ten. */
    private static double visible(int pairs, double scatter, double confidence) {
        TDistribution t = TDistribution.of(pairs - 1);
        double quantiles = t.inverseCumulativeProbability((1 + confidence) / 2) + t.inverseCumulativeProbability(FOUND);
        return quantiles * scatter / Math.sqrt(pairs);
    }

    /**
     * Returns the pseudo-median of ratios, computed from their logarithms.
     *
     * @param ratios positive ratios, at least one
     * @return a ratio
     */
    public static double pseudoMedian(double[] ratios) {
        return Math.exp(ofLogs(logs(ratios)));
    }

    /**
     * Returns the bootstrap interval of the pseudo-median.
     *
     * @param ratios positive ratios, one per pair, at least {@link Judgement#FEWEST_PAIRS}
     * @param confidence the fraction of such intervals that should cover the truth, such as 0.95
     * @return the interval
     * @throws IllegalArgumentException for fewer pairs
     */
    public static Interval interval(double[] ratios, double confidence) {
        int pairs = ratios.length;
        if (pairs < Judgement.FEWEST_PAIRS) {
            throw new IllegalArgumentException(pairs + " pairs");
        }
        double[] logs = logs(ratios);
        double t = TDistribution.of(pairs - 1).inverseCumulativeProbability((1 + confidence) / 2);
        double tail = NormalDistribution.of(0, 1).cumulativeProbability(-Math.sqrt(pairs / (pairs - 1.0)) * t);
        double[] ends = Quantile.withDefaults().evaluate(resample(logs), tail, 1 - tail);
        if (pairs < ENOUGH) {
            double middle = ofLogs(logs);
            double half = t * scatter(ratios) / Math.sqrt(pairs);
            ends = new double[] {Math.min(ends[0], middle - half), Math.max(ends[1], middle + half)};
        }
        return new Interval(Math.exp(ends[0]), Math.exp(ends[1]));
    }

    /**
     * Returns the scatter of ratios from pair to pair.
     *
     * @param ratios positive ratios, at least two
     * @return the standard deviation of their logarithms
     */
    private static double scatter(double[] ratios) {
        double[] logs = logs(ratios);
        double mean = Arrays.stream(logs).average().orElseThrow();
        double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
        return Math.sqrt(squares / (logs.length - 1));
    }

    private static double[] resample(double[] logs) {
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
        int means = logs.length * (logs.length + 1) / 2;
        double[] middles = new double[Math.max(500, Math.min(RESAMPLES, MOST_MEANS / means))];
        double[] sample = new double[logs.length];
        for (int i = 0; i < middles.length; i++) {
            for (int j = 0; j < sample.length; j++) {
                sample[j] = logs[random.nextInt(logs.length)];
            }
            middles[i] = ofLogs(sample);
        }
        return middles;
    }

    private static double ofLogs(double[] logs) {
        double[] means = new double[logs.length * (logs.length + 1) / 2];
        int next = 0;
        for (int i = 0; i < logs.length; i++) {
            for (int j = i; j < logs.length; j++) {
                means[next++] = (logs[i] + logs[j]) / 2;
            }
        }
        return Median.withDefaults().withCopy(false).evaluate(means);
    }

    private static double[] logs(double[] ratios) {
        return Arrays.stream(ratios).map(Math::log).toArray();
    }
}
