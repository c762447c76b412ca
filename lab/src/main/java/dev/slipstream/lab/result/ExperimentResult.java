package dev.slipstream.lab.result;

import java.util.List;

/**
 * Result of one experiment.
 *
 * @param remedy the remedy
 * @param title the experiment's title
 * @param parts the results of its parts
 */
public record ExperimentResult(String remedy, String title, List<PartResult> parts) {
}
