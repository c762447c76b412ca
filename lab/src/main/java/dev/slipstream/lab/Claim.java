package dev.slipstream.lab;

import com.google.gson.annotations.SerializedName;
import dev.slipstream.lab.stats.Bar;
import dev.slipstream.lab.stats.Judgement;
import java.util.List;

/**
 * One sentence about two subjects of a workload that a measurement can refute.
 *
 * @param subject whom it is about
 * @param bar what is said
 * @param reference whom it is compared with
 * @param role what it is for
 * @param headline whether it is measured before all others, and stands for the remedy at a glance
 */
public record Claim(Subject subject, Bar bar, Subject reference, Role role, boolean headline) {

    /** What a claim is for. */
    public enum Role {
        /** It says what a remedy does. */
        @SerializedName("claim")
        CLAIM,
        /** It says that there is no effect where there can be none: if it is refuted, the measurement is broken. */
        @SerializedName("control")
        CONTROL
    }

    /**
     * A claim of what a remedy does.
     *
     * @param subject whom it is about
     * @param bar what is said
     * @param reference whom it is compared with
     */
    public Claim(Subject subject, Bar bar, Subject reference) {
        this(subject, bar, reference, Role.CLAIM, false);
    }

    /**
     * A control: no effect beyond the tolerance.
     *
     * @param subject whom it is about
     * @param tolerance how far from 1 the whole interval may be, between 0 and 1
     * @param reference whom it is compared with
     * @return the claim
     */
    public static Claim control(Subject subject, double tolerance, Subject reference) {
        return new Claim(subject, new Bar.Same(tolerance), reference, Role.CONTROL, false);
    }

    /**
     * The same as a headline.
     *
     * @return the claim
     */
    public Claim asHeadline() {
        return new Claim(subject, bar, reference, role, true);
    }

    /**
     * The same as a headline where it is about one of these JDKs.
     *
     * @param features feature releases
     * @return the claim
     */
    public Claim asHeadlineOn(Integer... features) {
        return List.of(features).contains(subject.feature()) ? asHeadline() : this;
    }

    /**
     * Judges the claim.
     *
     * @param subjects the scores of {@link #subject}, one per pair; smaller is better
     * @param references the scores of {@link #reference} in the same pairs
     * @param confidence of the interval, such as 0.95
     * @return the verdict and what led to it
     * @throws IllegalArgumentException if the lengths differ
     */
    public Judgement judge(double[] subjects, double[] references, double confidence) {
        if (subjects.length != references.length) {
            throw new IllegalArgumentException(subjects.length + " scores against " + references.length);
        }
        double[] ratios = new double[subjects.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = bar.ratio(subjects[i], references[i]);
        }
        return Judgement.of(bar, ratios, confidence);
    }

    /** The sentence. */
    @Override
    public String toString() {
        return subject + " " + bar.words() + " " + reference;
    }
}
