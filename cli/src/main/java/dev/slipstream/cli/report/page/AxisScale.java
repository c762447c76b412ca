package dev.slipstream.cli.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** An axis: maps values to fractions of its length, and chooses ticks. */
final class AxisScale {
    /** Ratio of the largest to the smallest value above which a linear axis hides differences between small values. */
    static final double WIDE = 20;

    /** Minimum distance of labels; closer ones would touch on a phone. */
    private static final double NEAREST = 0.14;

    private static final double TARGET = 5;
    private static final int ENOUGH = 4;
    private static final double PADDING = 0.04;

    /** More digits than a round number has, but few enough to drop the error of binary fractions. */
    private static final MathContext DIGITS = new MathContext(8);

    private final boolean logarithmic;
    private final double low;
    private final double high;

    /** A marked value. */
    record Tick(double value, double at, String label) {}

    private AxisScale(boolean logarithmic, double low, double high) {
        this.logarithmic = logarithmic;
        this.low = low;
        this.high = high;
    }

    /**
     * Returns a linear axis.
     *
     * @param values the values that it must cover; non-finite ones are ignored
     * @return the axis, with a little room at both ends
     */
    static AxisScale linear(DoubleStream values) {
        double[] range = range(values.filter(Double::isFinite));
        double room = range[1] > range[0] ? (range[1] - range[0]) * PADDING : Math.max(Math.abs(range[0]), 1) * PADDING;
        return new AxisScale(false, range[0] - room, range[1] + room);
    }

    /**
     * Returns a linear axis that begins at zero.
     *
     * @param values the values that it must cover, not negative
     * @return the axis, with a little room above
     */
    static AxisScale fromZero(DoubleStream values) {
        double most = range(values.filter(Double::isFinite))[1];
        return new AxisScale(false, 0, most > 0 ? most * (1 + PADDING) : 1);
    }

    /**
     * Returns a logarithmic axis.
     *
     * @param values the values that it must cover; non-positive ones are ignored
     * @return the axis, with a little room at both ends
     */
    static AxisScale logarithmic(DoubleStream values) {
        double[] range = range(values.filter(AxisScale::hasLogarithm).map(Math::log));
        double room = range[1] > range[0] ? (range[1] - range[0]) * PADDING : PADDING;
        return new AxisScale(true, range[0] - room, range[1] + room);
    }

    /** Returns whether a value can be on a logarithmic axis. */
    static boolean hasLogarithm(double value) {
        return value > 0 && Double.isFinite(value);
    }

    /** Returns whether values are so far apart that only a logarithmic axis shows them all. */
    static boolean wide(double[] values) {
        return wide(values, WIDE);
    }

    /** Returns whether the smallest value is positive, and the largest is more than {@code times} as large. */
    static boolean wide(double[] values, double times) {
        double[] range = range(DoubleStream.of(values).filter(Double::isFinite));
        return range[0] > 0 && range[1] > times * range[0];
    }

    boolean isLogarithmic() {
        return logarithmic;
    }

    /** Returns the position of a value, from 0 to 1. Clamps values outside; a value without a position is at the beginning. */
    double at(double value) {
        double place = logarithmic ? Math.log(value) : value;
        return Double.isNaN(place) ? 0 : Math.max(0, Math.min((place - low) / (high - low), 1));
    }

    /**
     * Returns the ticks.
     *
     * @param wanted values whose ticks take precedence over all others
     * @return the ticks in ascending order, far enough apart that labels of a few characters do not touch
     */
    List<Tick> ticks(double... wanted) {
        List<Tick> ticks = new ArrayList<>();
        double step = step();
        add(ticks, DoubleStream.of(wanted), step);
        if (logarithmic) {
            decades(ticks, step);
        }
        if (ticks.size() < 3) {
            double start = Math.ceil(first() / step) * step;
            add(ticks, DoubleStream.iterate(start, value -> value <= last(), value -> value + step), step);
        }
        ticks.sort((a, b) -> Double.compare(a.value(), b.value()));
        return ticks;
    }

    /** Adds ticks at powers of ten, and between them if these are too few. */
    private void decades(List<Tick> ticks, double step) {
        int from = (int) Math.ceil(low / Math.log(10));
        int to = (int) Math.floor(high / Math.log(10));
        int every = Math.max(1, (int) Math.ceil((to - from + 1) / (TARGET + 1)));
        for (int power = from; power <= to; power++) {
            if (power % every == 0) {
                add(ticks, DoubleStream.of(Math.pow(10, power)), step);
            }
        }
        for (double digit : new double[] {3, 2, 5}) {
            boolean enough = ticks.size() >= ENOUGH;
            for (int power = from - 1; power <= to && !enough && every == 1; power++) {
                add(ticks, DoubleStream.of(digit * Math.pow(10, power)), step);
            }
        }
    }

    private void add(List<Tick> ticks, DoubleStream values, double step) {
        values.filter(value -> first() <= value && value <= last())
                .filter(value -> ticks.stream().noneMatch(tick -> Math.abs(tick.at() - at(value)) < NEAREST))
                .forEach(value -> ticks.add(new Tick(value, at(value), label(value, step))));
    }

    private double first() {
        return logarithmic ? Math.exp(low) : low;
    }

    private double last() {
        return logarithmic ? Math.exp(high) : high;
    }

    /** Returns the step of ticks: one, two or five times a power of ten, about a fifth of the axis. */
    private double step() {
        double raw = (last() - first()) / TARGET;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double digit = raw / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** Formats a label: with the digits of the step on a linear axis, with only the value's own digits on a logarithmic one. */
    private String label(double value, double step) {
        double size = logarithmic ? value : Math.max(Math.abs(low), Math.abs(high));
        BigDecimal own = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        if (size >= 1e15 || (size > 0 && size < 1e-4)) {
            return String.format(Locale.ROOT, "%." + (own.precision() - 1) + "e", value);
        }
        double unit = size >= 1e9 ? 1e9 : size >= 1e6 ? 1e6 : size >= 1e4 ? 1e3 : 1;
        int digits = logarithmic
                ? own.scale() + (int) Math.round(Math.log10(unit))
                : (int) Math.ceil(-Math.log10(step / unit) - 1e-9);
        String number = String.format(Locale.ROOT, "%,." + Math.max(0, digits) + "f", value == 0 ? 0.0 : value / unit);
        return number + (unit == 1 ? "" : unit == 1e3 ? "k" : unit == 1e6 ? "M" : "G");
    }

    private static double[] range(DoubleStream values) {
        var summary = values.summaryStatistics();
        return summary.getCount() == 0 ? new double[] {0, 0} : new double[] {summary.getMin(), summary.getMax()};
    }
}
