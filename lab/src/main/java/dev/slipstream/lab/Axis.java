package dev.slipstream.lab;

/**
 * What the workloads of a part differ in, so that their scores make a curve.
 *
 * @param name what it is, such as {@code threads}
 * @param unit its unit, such as {@code bytes}; empty if it only counts
 * @param logarithmic whether steps are factors rather than differences
 */
public record Axis(String name, String unit, boolean logarithmic) {
}
