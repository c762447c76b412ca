package dev.slipstream.cli.report.page;

import java.util.List;
import java.util.function.Consumer;

/**
 * Rows that share one axis: a name, a picture, a figure. In a narrow window the picture goes under the other two.
 *
 * <p>Each row is a picture of its own, so that a page may end between any two of them, and the grid's lines meet.
 */
final class Tracks {
    private static final double MARGIN = 0.06;
    private static final double AXIS = 22;

    private final Html html;
    private final Scale scale;
    private final List<Scale.Tick> ticks;

    /**
     * Starts the rows.
     *
     * @param html where to
     * @param scale the axis
     * @param caption what to know when reading them
     * @param wanted values that the axis names whatever else it does
     */
    Tracks(Html html, Scale scale, String caption, double... wanted) {
        this.html = html;
        this.scale = scale;
        this.ticks = scale.ticks(wanted);
        html.open("figure", "class", "tracks");
        html.element("figcaption", caption);
    }

    /** From the left end of the picture to the right. */
    double at(double value) {
        return MARGIN + (1 - 2 * MARGIN) * scale.at(value);
    }

    /** What a row shows. */
    record Row(String number, String name, String detail, double height, String title, String description) {
    }

    /**
     * Draws a row.
     *
     * @param row its words
     * @param picture draws what is between the grid and the front
     * @param figure writes what is at its right
     */
    void row(Row row, Consumer<Svg> picture, Runnable figure) {
        start(row);
        Svg svg = new Svg(html, row.height(), row.title(), row.description());
        ticks.forEach(tick -> svg.line("grid", at(tick.value()), 0, at(tick.value()), row.height()));
        picture.accept(svg);
        svg.end();
        end(figure);
    }

    /** A row of which there is nothing to draw. */
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
