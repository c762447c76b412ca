package dev.slipstream.lab;

/**
 * A figure of the original publication, to stand beside ours.
 *
 * @param on what it was measured on, such as {@code 21.0.6} for a JDK
 * @param score in the unit of the workload
 */
public record Published(String on, double score) {
}
