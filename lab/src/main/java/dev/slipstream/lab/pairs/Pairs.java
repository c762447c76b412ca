package dev.slipstream.lab.pairs;

import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/** Judges claims by the ratios of pairs. */
public final class Pairs {
    /** The fraction of runs in which the promised number of pairs should be enough. */
    private static final double FOUND = 0.9;

    /** The most pairs: a ratio that needs more is too near to the bar for any measurement. */
    private static final int MOST_PAIRS = 1_000;

    private Pairs() {}

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
        double ratio = ratios.length == 0 ? Double.NaN : PseudoMedian.of(ratios);
        if (ratios.length < Judgement.FEWEST_PAIRS) {
            OptionalInt more = OptionalInt.of(Judgement.FEWEST_PAIRS - ratios.length);
            return new Judgement(ratios, ratio, Optional.empty(), confidence, Verdict.UNDECIDED, more);
        }
        Interval interval = new Interval(
                PseudoMedian.interval(ranges.stream().mapToDouble(Interval::low).toArray(), confidence).low(),
                PseudoMedian.interval(ranges.stream().mapToDouble(Interval::high).toArray(), confidence).high());
        Verdict verdict = bar.judge(interval);
        OptionalInt more = verdict == Verdict.UNDECIDED ? more(bar, ratios, ratio, confidence) : OptionalInt.empty();
        return new Judgement(ratios, ratio, Optional.of(interval), confidence, verdict, more);
    }

    /** Estimates the number of further pairs as if the ratio seen so far were the true one. */
    private static OptionalInt more(Bar bar, double[] ratios, double ratio, double confidence) {
        double way = Math.abs(Math.log(ratio / bar.edge(ratio)));
        OptionalInt needed = pairs(way, PseudoMedian.scatter(ratios), confidence);
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
}
