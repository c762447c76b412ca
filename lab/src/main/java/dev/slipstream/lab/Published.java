package dev.slipstream.lab;

/**
 * Figure of the original publication, for comparison with ours.
 *
 * @param on the platform it was measured on, such as {@code 21.0.6} for a JDK
 * @param score the score in the unit of the workload
 */
public record Published(String on, double score) {
}
