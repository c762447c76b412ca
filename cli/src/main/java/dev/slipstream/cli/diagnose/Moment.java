package dev.slipstream.cli.diagnose;

import java.util.Map;

/**
 * A second or more of a diagnosis, for plots.
 *
 * @param second when it began, counted from the beginning of the diagnosis
 * @param shares by remedy, the same share as in its finding, from 0 to 1; a remedy without one is absent
 */
public record Moment(double second, Map<String, Double> shares) {
    /** Copies. */
    public Moment {
        shares = Map.copyOf(shares);
    }
}
