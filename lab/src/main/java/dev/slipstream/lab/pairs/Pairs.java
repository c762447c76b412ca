package dev.slipstream.lab.pairs;

import dev.slipstream.lab.stats.Bar;
import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.Judgement;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Judges claims by the ratios of pairs. */
public final class Pairs {
    private Pairs() {
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
        OptionalInt needed = Power.pairs(way, PseudoMedian.scatter(ratios), confidence);
        return needed.isPresent() ? OptionalInt.of(Math.max(1, needed.getAsInt() - ratios.length)) : needed;
    }
}
