package dev.slipstream.diagnose.result;

import java.util.Locale;

/** Formats parts of a whole, from 0 to 1, as percentages. */
public final class Percent {
    private static final double SMALLEST_SHOWN = 0.001;
    private static final double SMALL = 0.1;
    private static final double ONE = 0.01;

    private Percent() {}

    /**
     * Formats a part.
     *
     * @param part the part, from 0 to 1
     * @return a percentage such as {@code 12 %} or {@code 0.4 %}
     */
    public static String of(double part) {
        return part > 0 && part < SMALLEST_SHOWN ? lessThan(part) : number(part) + " %";
    }

    /**
     * Formats an upper bound, rounded up.
     *
     * @param part the upper bound, from 0 to 1
     * @return a phrase such as {@code less than 3 %}
     */
    public static String lessThan(double part) {
        double step = part <= ONE - SMALLEST_SHOWN ? SMALLEST_SHOWN : ONE;
        // A bound that is a multiple of the step stays what it is, although the division may be off in its last digit.
        double rounded = Math.max(1, Math.ceil(part / step - 1e-9)) * step;
        return "less than " + (step == ONE ? String.format(Locale.ROOT, "%.0f", 100 * rounded) : number(rounded)) + " %";
    }

    /**
     * Formats a range.
     *
     * @param least the lower bound, from 0 to 1
     * @param most the upper bound, from 0 to 1
     * @return a phrase such as {@code 10 to 14 %}
     */
    public static String range(double least, double most) {
        String from = number(least);
        String to = number(most);
        return from.equals(to) ? to + " %" : from + " to " + to + " %";
    }

    private static String number(double part) {
        return String.format(Locale.ROOT, part < SMALL && part > 0 ? "%.1f" : "%.0f", 100 * part);
    }
}
