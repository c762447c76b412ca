package dev.slipstream.lab.stats;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A verdict and what led to it.
 *
 * @param ratios one per pair
 * @param ratio their geometric mean, NaN without pairs
 * @param interval its 95 % interval, if there are pairs enough
 * @param verdict what follows for the claim
 * @param morePairs how many more pairs would probably settle an undecided claim; empty if it is settled, or if no number of
 *     pairs is likely to
 */
public record Judgement(
        double[] ratios, double ratio, Optional<Interval> interval, Verdict verdict, OptionalInt morePairs) {

    /** With fewer there is no interval, and nothing is decided. */
    public static final int FEWEST_PAIRS = 3;

    /** A claim that would need more than that sits on its bar. */
    private static final int MOST_PAIRS = 1_000;

    /**
     * Judges ratios.
     *
     * @param bar what is claimed of them
     * @param ratios one per pair, positive
     * @return the judgement
     */
    public static Judgement of(Bar bar, double[] ratios) {
        double ratio = ratios.length == 0 ? Double.NaN : Bootstrap.geometricMean(ratios);
        if (ratios.length < FEWEST_PAIRS) {
            OptionalInt more = OptionalInt.of(FEWEST_PAIRS - ratios.length);
            return new Judgement(ratios, ratio, Optional.empty(), Verdict.UNDECIDED, more);
        }
        Interval interval = Bootstrap.interval(ratios);
        Verdict verdict = bar.judge(interval);
        OptionalInt more = verdict == Verdict.UNDECIDED ? more(bar, ratios.length, ratio, interval) : OptionalInt.empty();
        return new Judgement(ratios, ratio, Optional.of(interval), verdict, more);
    }

    /** An interval narrows with the square root of the number of pairs; it must get shorter than the way to the edge. */
    private static OptionalInt more(Bar bar, int pairs, double ratio, Interval interval) {
        double half = Math.log(interval.high() / interval.low()) / 2;
        double way = Math.abs(Math.log(ratio / bar.edge(ratio)));
        double needed = Math.ceil(pairs * (half / way) * (half / way));
        return needed <= MOST_PAIRS ? OptionalInt.of(Math.max(1, (int) needed - pairs)) : OptionalInt.empty();
    }
}
