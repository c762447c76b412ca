package dev.slipstream.lab.result;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.Judgement;
import dev.slipstream.lab.stats.Verdict;
import java.util.Arrays;
import java.util.List;

/**
 * Claim with its judgement.
 *
 * @param text the sentence
 * @param role the purpose of the claim
 * @param headline whether it is one of the claims that the remedy is judged by first
 * @param subject the subject of the claim
 * @param reference the subject that it is compared with
 * @param bar the ratios with which the claim holds
 * @param ratios the ratios, one per pair
 * @param ratio their pseudo-median, null without pairs
 * @param interval the interval that the verdict follows from, null with fewer than three pairs
 * @param confidence the confidence of the interval, such as 0.95
 * @param verdict the verdict
 * @param reason the reason why the claim is undecided although its interval would decide it, such as a control that moved or forks
 *     without a steady state; otherwise null
 * @param morePairs the number of further pairs that would probably settle the claim; null if it is settled or no number would
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
     * Ratios with which a claim holds.
     *
     * @param gain whether the ratio says how many times faster the subject is; otherwise it is the subject's time divided by that
     *     of the reference, to which an allowance may be added
     * @param share whether the reciprocal of the ratio is the share of a processor that the subject gets, where the reference has
     *     all of it
     * @param low the lowest, null if there is none
     * @param high the highest, null if there is none
     */
    public record BarResult(boolean gain, boolean share, Double low, Double high) {
    }

    /**
     * Creates the result of a claim.
     *
     * @param claim the claim
     * @param judgement its judgement
     * @return the result
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
     * Returns a copy that is undecided.
     *
     * @param why the reason in a few words
     * @return the copy
     */
    public ClaimResult undecided(String why) {
        return new ClaimResult(
                text, role, headline, subject, reference, bar, ratios, ratio, interval, confidence, Verdict.UNDECIDED, why, null);
    }
}
