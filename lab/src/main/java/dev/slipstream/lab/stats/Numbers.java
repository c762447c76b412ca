package dev.slipstream.lab.stats;

import java.util.Locale;

/** Numbers as sentences and tables show them. */
public final class Numbers {
    private Numbers() {
    }

    /**
     * Without a fraction where there is none.
     *
     * @param value any number
     * @return such as {@code 10} or {@code 1.2}
     */
    public static String plain(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value) : Double.toString(value);
    }

    /**
     * With three significant digits, all of them for large numbers.
     *
     * @param value any number
     * @return such as {@code 19.1} or {@code 0.652}
     */
    public static String significant(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /**
     * As a percentage.
     *
     * @param fraction where 1 is 100 %
     * @return such as {@code 5 %}
     */
    public static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * fraction);
    }
}
