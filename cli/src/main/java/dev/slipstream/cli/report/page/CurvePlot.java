package dev.slipstream.cli.report.page;

import dev.slipstream.results.stats.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Plots lines over an axis, each with the range of its points. */
final class CurvePlot {
    private static final double HEIGHT = 320;
    private static final double TOP = 18;
    private static final double BOTTOM = 30;
    private static final double LEFT = 0.15;
    private static final double RIGHT = 0.06;

    private final Html html;

    /**
     * A point on a line.
     *
     * @param x the value along the axis
     * @param y the value in the unit of the plot
     * @param low the lowest value measured
     * @param high the highest value measured
     */
    record Point(double x, double y, double low, double high) {}

    /**
     * A line.
     *
     * @param name its name
     * @param style the style class of its colour
     * @param shape the number of the shape of its points
     * @param points in ascending order of x
     */
    record Line(String name, String style, int shape, List<Point> points) {}

    /**
     * The axes of a plot.
     *
     * @param x the name of the x axis, with its unit
     * @param logarithmic whether the x axis is logarithmic
     * @param unit the unit of y
     * @param fromZero whether y begins at zero even if the smallest value is far from the largest
     */
    record Axes(String x, boolean logarithmic, String unit, boolean fromZero) {}

    CurvePlot(Html html) {
        this.html = html;
    }

    /** Draws lines, at least one, each with at least one point. */
    void draw(String title, Axes axes, List<Line> lines) {
        double[] xs = lines.stream().flatMap(line -> line.points().stream()).mapToDouble(Point::x).toArray();
        double[] ys = lines.stream()
                .flatMap(line -> line.points().stream())
                .flatMapToDouble(point -> DoubleStream.of(point.y(), point.low(), point.high()))
                .toArray();
        AxisScale x = axes.logarithmic() ? AxisScale.logarithmic(DoubleStream.of(xs)) : AxisScale.linear(DoubleStream.of(xs));
        AxisScale y = !axes.fromZero() && AxisScale.wide(ys) ? AxisScale.logarithmic(DoubleStream.of(ys))
                : AxisScale.fromZero(DoubleStream.of(ys));
        html.open("figure", "class", "curve");
        html.element("figcaption", title);
        legend(lines);
        html.element("p", axes.unit() + (y.isLogarithmic() ? ", logarithmic" : ""), "class", "unit");
        Svg svg = new Svg(html, HEIGHT, title, description(axes, lines));
        for (AxisScale.Tick tick : y.ticks()) {
            svg.line("grid", 0, down(tick.at()), 1, down(tick.at()));
            svg.text("tick from", 0, down(tick.at()) - 4, tick.label());
        }
        for (AxisScale.Tick tick : x.ticks()) {
            svg.line("axis", across(tick.at()), HEIGHT - BOTTOM, across(tick.at()), HEIGHT - BOTTOM + 5);
            svg.label("tick", across(tick.at()), HEIGHT - BOTTOM + 20, tick.label());
        }
        svg.line("axis", 0, HEIGHT - BOTTOM, 1, HEIGHT - BOTTOM);
        lines.forEach(line -> draw(svg, line, x, y));
        svg.end();
        html.element("p", axes.x() + (x.isLogarithmic() ? ", logarithmic" : ""), "class", "unit x");
        html.end();
    }

    private static void draw(Svg svg, Line line, AxisScale x, AxisScale y) {
        Point before = null;
        for (Point point : line.points()) {
            double at = across(x.at(point.x()));
            if (point.high() > point.low()) {
                svg.line("range " + line.style(), at, down(y.at(point.high())), at, down(y.at(point.low())));
            }
            if (before != null) {
                svg.line("curve " + line.style(), across(x.at(before.x())), down(y.at(before.y())), at, down(y.at(point.y())));
            }
            before = point;
        }
        line.points().forEach(
                point -> svg.shape("point " + line.style(), line.shape(), across(x.at(point.x())), down(y.at(point.y()))));
    }

    private void legend(List<Line> lines) {
        html.open("ul", "class", "legend");
        for (Line line : lines) {
            html.open("li").element("span", Svg.glyph(line.shape()), "class", "glyph " + line.style(), "aria-hidden", "true");
            html.text(" " + line.name()).close();
        }
        html.end();
    }

    private static String description(Axes axes, List<Line> lines) {
        return lines.stream()
                .map(line -> line.name() + ": " + line.points().stream()
                        .map(point -> Numbers.significant(point.y()) + " " + axes.unit() + " at " + Numbers.plain(point.x()))
                        .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }

    private static double across(double fraction) {
        return LEFT + (1 - LEFT - RIGHT) * fraction;
    }

    private static double down(double fraction) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - fraction);
    }
}
