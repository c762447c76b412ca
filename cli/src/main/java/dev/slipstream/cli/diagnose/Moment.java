package dev.slipstream.cli.diagnose;

import java.util.Map;

/**
 * The shares in a second or more of a diagnosis, for plots.
 *
 * @param second its start in seconds, counted from the start of the diagnosis
 * @param shares the share by remedy, defined as in its finding, from 0 to 1; a remedy without a share is absent
 */
public record Moment(double second, Map<String, Double> shares) {
    /** Copies the map. */
    public Moment {
        shares = Map.copyOf(shares);
    }
}
