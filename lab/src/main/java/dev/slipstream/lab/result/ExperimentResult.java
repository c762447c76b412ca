package dev.slipstream.lab.result;

import java.util.List;

/**
 * What one experiment has found.
 *
 * @param remedy the remedy
 * @param title the experiment's title
 * @param parts its parts
 */
public record ExperimentResult(String remedy, String title, List<PartResult> parts) {
}
