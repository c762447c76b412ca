package dev.slipstream.cli.trial;

import java.util.Locale;

/**
 * What has become of one remedy's cost.
 *
 * @param remedy the remedy's name
 * @param change to the better or to the worse
 * @param text both figures, or why there are none, for the user
 */
public record Outcome(String remedy, Change change, String text) {
    /** By more than noise. */
    public enum Change {
        /** The cost went down. */
        BETTER,
        /** It did not change by more than noise, or nothing can be said. */
        SAME,
        /** The cost went up. */
        WORSE
    }

    /** One line. */
    @Override
    public String toString() {
        return remedy + ": " + change.name().toLowerCase(Locale.ROOT) + ", " + text;
    }
}
