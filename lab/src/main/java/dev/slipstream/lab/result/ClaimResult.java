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
 * @param role what it is for
 * @param headline whether it is among what the remedy is judged by first
 * @param subject whom it is about
 * @param reference whom that is compared with
 * @param bar what it is measured by
 * @param ratios one per pair
 * @param ratio their pseudo-median, null without pairs
 * @param interval the interval that the verdict follows from, null with fewer than three pairs
 * @param confidence of the interval, such as 0.95
 * @param verdict the verdict
 * @param reason why it is undecided although its interval would decide, such as a control that moved,
 *     or that forks had no steady state; otherwise null
 * @param morePairs how many more pairs would probably settle it; null if it is settled or nothing would
 */
public record ClaimResult(
        String text,
        Claim.Role role,
        boolean headline,
        String subject,
        String reference,
        BarResult bar,
        List<Double> ratios,
        Double ratio,
        Interval interval,
        double confidence,
        Verdict verdict,
        String reason,
        Integer morePairs) {
    /**
     * The ratios with which a claim holds.
     *
     * @param gain whether the ratio says how many times faster the subject is; otherwise it is its time by that of the
     *     reference, which may have an allowance
     * @param share whether one by the ratio is the share of a processor that the subject gets, where the reference has all of it
     * @param low the lowest, null if there is none
     * @param high the highest, null if there is none
     */
    public record BarResult(boolean gain, boolean share, Double low, Double high) {
    }

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
                claim.role(),
                claim.headline(),
                claim.subject().toString(),
                claim.reference().toString(),
                new BarResult(claim.bar().gain(), claim.bar().share(), claim.bar().low().orElse(null),
                        claim.bar().high().orElse(null)),
                Arrays.stream(judgement.ratios()).boxed().toList(),
                Double.isNaN(judgement.ratio()) ? null : Double.valueOf(judgement.ratio()),
                judgement.interval().orElse(null),
                judgement.confidence(),
                judgement.verdict(),
                null,
                judgement.morePairs().isPresent() ? Integer.valueOf(judgement.morePairs().getAsInt()) : null);
    }

    /**
     * The same, but undecided.
     *
     * @param why in a few words
     * @return the record
     */
    public ClaimResult undecided(String why) {
        return new ClaimResult(
                text, role, headline, subject, reference, bar, ratios, ratio, interval, confidence, Verdict.UNDECIDED, why, null);
    }
}
