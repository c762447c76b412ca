package dev.slipstream.cli.report;

import dev.slipstream.lab.stats.Numbers;
import java.util.List;
import java.util.stream.Stream;

/**
 * The common unit of times that are compared by eye. It shows three digits of the smallest.
 *
 * @param unit the unit, such as {@code ms}
 * @param factor the factor that converts a score to that unit
 */
record Times(String unit, double factor) {
    private static final List<String> UNITS = List.of("ns", "us", "ms", "s");
    private static final double STEP = 1_000;

    /** Smallest number that keeps three digits. */
    private static final double SMALLEST = 0.1;

    private static final double LARGEST = 10_000;

    /**
     * Chooses the unit.
     *
     * @param unit the unit of the scores; kept if it is no decimal unit of time
     * @param scores the scores, at least 0
     * @return the common unit
     */
    static Times of(String unit, Stream<Double> scores) {
        double smallest = scores.mapToDouble(Double::doubleValue).filter(score -> score > 0).min().orElse(1);
        int index = UNITS.indexOf(unit);
        double factor = 1;
        while (index > 0 && smallest * factor < SMALLEST) {
            factor *= STEP;
            index--;
        }
        while (index >= 0 && index < UNITS.size() - 1 && smallest * factor >= LARGEST) {
            factor /= STEP;
            index++;
        }
        return new Times(index < 0 ? unit : UNITS.get(index), factor);
    }

    /**
     * Formats a score with its unit.
     *
     * @param score the score in its original unit
     * @param width the width of the widest unit in the table, which aligns the digits of all rows
     * @return a time such as {@code 13.5 s}, padded with trailing spaces
     */
    String text(double score, int width) {
        return Numbers.significant(score * factor) + " " + unit + " ".repeat(Math.max(0, width - unit.length()));
    }
}
