package dev.slipstream.cli.report.page;

import java.util.List;
import java.util.function.Consumer;

/**
 * Draws rows that share one axis, each with a name, a picture and a figure. In a narrow window the picture is below the other two.
 *
 * <p>Each row is a separate picture, so that a page break may fall between any two rows, and the grid lines meet.
 */
final class Tracks {
    private static final double MARGIN = 0.06;
    private static final double AXIS = 22;

    private final Html html;
    private final AxisScale scale;
    private final List<AxisScale.Tick> ticks;

    /**
     * Starts the rows.
     *
     * @param html the output
     * @param scale the axis
     * @param caption the caption
     * @param wanted values whose ticks take precedence over all others
     */
    Tracks(Html html, AxisScale scale, String caption, double... wanted) {
        this.html = html;
        this.scale = scale;
        this.ticks = scale.ticks(wanted);
        html.open("figure", "class", "tracks");
        html.element("figcaption", caption);
    }

    /** Returns the x coordinate of a value in the picture. */
    double at(double value) {
        return MARGIN + (1 - 2 * MARGIN) * scale.at(value);
    }

    /** The text and height of a row. */
    record Row(String number, String name, String detail, double height, String title, String description) {
    }

    /**
     * Draws a row.
     *
     * @param row its text
     * @param picture draws the content between the grid and the foreground
     * @param figure writes the figure at the right
     */
    void row(Row row, Consumer<Svg> picture, Runnable figure) {
        start(row);
        Svg svg = new Svg(html, row.height(), row.title(), row.description());
        ticks.forEach(tick -> svg.line("grid", at(tick.value()), 0, at(tick.value()), row.height()));
        picture.accept(svg);
        svg.end();
        end(figure);
    }

    /** Writes a row without a picture. */
    void empty(Row row, String why) {
        start(row);
        html.element("p", why, "class", "none");
        end(() -> { });
    }

    private void start(Row row) {
        html.open("div", "class", "track").open("p", "class", "name");
        if (!row.number().isEmpty()) {
            html.element("span", row.number(), "class", "id").text(" ");
        }
        html.text(row.name());
        if (!row.detail().isEmpty()) {
            html.element("span", row.detail(), "class", "detail");
        }
        html.close();
    }

    private void end(Runnable figure) {
        html.open("div", "class", "figure");
        figure.run();
        html.close().end();
    }

    /** Draws the axis and ends the rows. */
    void end(String name) {
        html.open("div", "class", "track axis");
        Svg svg = new Svg(html, AXIS, "axis: " + name + (scale.isLogarithmic() ? ", logarithmic" : ""), "");
        svg.line("axis", MARGIN, 0.5, 1 - MARGIN, 0.5);
        ticks.forEach(tick -> svg.label("tick", at(tick.value()), 16, tick.label()));
        svg.end();
        html.element("p", name, "class", "unit");
        html.end().end();
    }
}
