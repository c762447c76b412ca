package dev.slipstream.lab;

import dev.slipstream.lab.stats.Bar;
import dev.slipstream.lab.stats.Judgement;

/**
 * One sentence about two subjects of a workload that a measurement can refute.
 *
 * @param subject whom it is about
 * @param bar what is said
 * @param reference whom it is compared with
 */
public record Claim(Subject subject, Bar bar, Subject reference) {

    /**
     * Judges the claim.
     *
     * @param subjects the scores of {@link #subject}, one per pair; smaller is better
     * @param references the scores of {@link #reference} in the same pairs
     * @return the verdict and what led to it
     * @throws IllegalArgumentException if the lengths differ
     */
    public Judgement judge(double[] subjects, double[] references) {
        if (subjects.length != references.length) {
            throw new IllegalArgumentException(subjects.length + " scores against " + references.length);
        }
        double[] ratios = new double[subjects.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = bar.ratio(subjects[i], references[i]);
        }
        return Judgement.of(bar, ratios);
    }

    /** The sentence. */
    @Override
    public String toString() {
        return subject + " " + bar.words() + " " + reference;
    }
}
