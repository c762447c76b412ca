package dev.slipstream.results.stats;

import java.time.Duration;
import java.util.Locale;

/** Formats of numbers in sentences and tables. */
public final class Numbers {
    private Numbers() {}

    /**
     * Formats a number, without a fraction if it is integral.
     *
     * @param value any number
     * @return a text such as {@code 10} or {@code 1.2}
     */
    public static String plain(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value) : Double.toString(value);
    }

    /**
     * Formats a number with three significant digits, or with all its integer digits if it has more.
     *
     * @param value any number
     * @return a text such as {@code 19.1} or {@code 0.652}
     */
    public static String significant(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /**
     * Formats a time in the largest unit that it reaches.
     *
     * @param time at least 1 ns
     * @return a text such as {@code 60 ms}
     */
    public static String time(Duration time) {
        long nanos = time.toNanos();
        return nanos < 1_000 ? nanos + " ns"
                : nanos < 1_000_000 ? plain(nanos / 1e3) + " us"
                        : nanos < 1_000_000_000 ? plain(nanos / 1e6) + " ms" : plain(nanos / 1e9) + " s";
    }

    /**
     * Formats a percentage.
     *
     * @param fraction a fraction, where 1 is 100 %
     * @return a text such as {@code 5 %}
     */
    public static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * fraction);
    }

    /**
     * Formats an amount of memory.
     *
     * @param bytes the amount in bytes
     * @return a text such as {@code 7.8 GiB}
     */
    public static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", (double) bytes / (1L << 30));
    }
}
