package dev.slipstream.results.stats;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Verdict with its evidence.
 *
 * @param ratios the ratios, one per pair; the geometric mean of a range's ends
 * @param ratio their pseudo-median, NaN without pairs
 * @param interval the interval of the pseudo-median, if there are enough pairs
 * @param confidence the confidence of the interval, such as 0.95
 * @param verdict the verdict on the claim
 * @param morePairs the number of further pairs that would probably settle an undecided claim; empty if it is settled, or if no
 *     number of pairs is likely to settle it
 */
@SuppressWarnings("ArrayRecordComponent")
public record Judgement(
        double[] ratios,
        double ratio,
        Optional<Interval> interval,
        double confidence,
        Verdict verdict,
        OptionalInt morePairs) {

    /** The fewest pairs that give an interval and can decide a claim. */
    public static final int FEWEST_PAIRS = 3;

    /** The confidence for a claim that is judged once. */
    public static final double CONFIDENCE = 0.95;

    /**
     * Returns the confidence that a look requires, in a measurement that goes on until it is decided. With enough looks some
     * interval clears the bar, whatever the truth. So each look spends a part of the error that all looks together may make: the
     * first a half, the second a sixth, the k-th 1 / (k (k + 1)), which adds up to 1.
     *
     * @param look the number of the look, from 1
     * @return the confidence of its interval with which all looks together err as seldom as {@link #CONFIDENCE} allows
     */
    public static double confidence(int look) {
        return 1 - (1 - CONFIDENCE) / (look * (look + 1.0));
    }
}
