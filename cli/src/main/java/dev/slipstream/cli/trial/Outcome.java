package dev.slipstream.cli.trial;

import java.util.Locale;

/**
 * The outcome of a trial for one remedy's cost.
 *
 * @param remedy the remedy's name
 * @param change the direction of the change
 * @param text both figures, or why there are none, for the user
 */
public record Outcome(String remedy, Change change, String text) {
    /** The direction of a change that exceeds noise. */
    public enum Change {
        /** The cost went down. */
        BETTER,
        /** The cost did not change by more than noise, or is unknown. */
        SAME,
        /** The cost went up. */
        WORSE
    }

    /** Returns the outcome in one line. */
    @Override
    public String toString() {
        return remedy + ": " + change.name().toLowerCase(Locale.ROOT) + ", " + text;
    }
}
