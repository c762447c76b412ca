package dev.slipstream.cli.report;

import dev.slipstream.lab.stats.Numbers;
import java.util.List;
import java.util.stream.Stream;

/**
 * Times that the eye compares, all in one unit, which shows three digits of the smallest.
 *
 * @param unit such as {@code ms}
 * @param factor what a score is multiplied by to be in that unit
 */
record Times(String unit, double factor) {
    private static final List<String> UNITS = List.of("ns", "us", "ms", "s");
    private static final double STEP = 1_000;

    /** Of a smaller number fewer than three digits would be left. */
    private static final double SMALLEST = 0.1;

    private static final double LARGEST = 10_000;

    /**
     * Chooses the unit.
     *
     * @param unit of the scores; one that is no decimal unit of time is kept
     * @param scores at least 0
     * @return how to show them
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
     * A score with its unit.
     *
     * @param score in the unit that was given
     * @param width of the widest unit in the table, so that the digits stand below each other
     * @return such as {@code 13.5 s}, with spaces at its end
     */
    String text(double score, int width) {
        return Numbers.significant(score * factor) + " " + unit + " ".repeat(Math.max(0, width - unit.length()));
    }
}
