package dev.slipstream.lab;

/**
 * Quantity that varies between the workloads of a part, so that their scores make a curve.
 *
 * @param name the name of the quantity, such as {@code threads}
 * @param unit its unit, such as {@code bytes}; empty for a plain count
 * @param logarithmic whether the steps are factors rather than differences
 */
public record Axis(String name, String unit, boolean logarithmic) {
}
