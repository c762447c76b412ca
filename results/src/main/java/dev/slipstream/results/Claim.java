package dev.slipstream.results;

import com.google.gson.annotations.SerializedName;
import dev.slipstream.results.stats.Bar;
import java.util.List;

/**
 * Statement about two subjects of a workload that a measurement can refute.
 *
 * @param subject the subject of the statement
 * @param bar the relation that is claimed
 * @param reference the subject to compare with
 * @param role the claim's purpose
 * @param headline whether it is measured before all others and represents the remedy in summaries
 */
public record Claim(Subject subject, Bar bar, Subject reference, Role role, boolean headline) {

    /** Purpose of a claim. */
    public enum Role {
        /** States what a remedy does. */
        @SerializedName("claim")
        CLAIM,
        /** States that there is no effect where there can be none. If it is refuted, the measurement is broken. */
        @SerializedName("control")
        CONTROL
    }

    /** Creates a claim about what a remedy does. */
    public Claim(Subject subject, Bar bar, Subject reference) {
        this(subject, bar, reference, Role.CLAIM, false);
    }

    /**
     * Returns a control, which states that there is no effect beyond the tolerance.
     *
     * @param subject the subject of the statement
     * @param tolerance the greatest distance of the interval from 1, between 0 and 1
     * @param reference the subject to compare with
     * @return the claim
     */
    public static Claim control(Subject subject, double tolerance, Subject reference) {
        return new Claim(subject, new Bar.Same(tolerance), reference, Role.CONTROL, false);
    }

    /** Returns this claim as a headline. */
    public Claim asHeadline() {
        return Records.with(this, Claim::headline, true);
    }

    /** Returns this claim as a headline if its subject is one of the given JDKs, by feature release, or else unchanged. */
    public Claim asHeadlineOn(Integer... features) {
        return List.of(features).contains(subject.feature()) ? asHeadline() : this;
    }

    /** Tells whether this is a headline about what a remedy does, and not a control. */
    public boolean isHeadlineClaim() {
        return headline && role == Role.CLAIM;
    }

    /** Returns the claim as a sentence. */
    @Override
    public String toString() {
        return subject + " " + bar.words() + " " + reference;
    }
}
