package dev.slipstream.lab.result;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.Judgement;
import dev.slipstream.lab.stats.Verdict;
import java.util.Arrays;
import java.util.List;

/**
 * A claim, judged.
 *
 * @param text the sentence
 * @param ratios one per pair
 * @param ratio their geometric mean, null without pairs
 * @param interval its 95 % interval, null with fewer than three pairs
 * @param verdict the verdict
 * @param morePairs how many more pairs would probably settle it, null if it is settled or nothing would
 */
public record ClaimResult(
        String text, List<Double> ratios, Double ratio, Interval interval, Verdict verdict, Integer morePairs) {

    /**
     * Puts a judgement on record.
     *
     * @param claim the claim
     * @param judgement what was found
     * @return the record
     */
    public static ClaimResult of(Claim claim, Judgement judgement) {
        return new ClaimResult(
                claim.toString(),
                Arrays.stream(judgement.ratios()).boxed().toList(),
                Double.isNaN(judgement.ratio()) ? null : Double.valueOf(judgement.ratio()),
                judgement.interval().orElse(null),
                judgement.verdict(),
                judgement.morePairs().isPresent() ? Integer.valueOf(judgement.morePairs().getAsInt()) : null);
    }
}
