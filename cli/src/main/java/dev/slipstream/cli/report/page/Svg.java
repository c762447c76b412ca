package dev.slipstream.cli.report.page;

import java.util.List;
import java.util.stream.Collectors;

/** Draws one picture. The x coordinate is a fraction of its width, from 0 to 1; y is in pixels from the top. */
final class Svg {
    /** Outlines of similar size, centred at 0, by index of the machine or subject. */
    private static final String[] SHAPES = {
        "M-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0-4.5 0Z",
        "M-4-4H4V4H-4Z",
        "M0-5.5L5.5 0L0 5.5L-5.5 0Z",
        "M0-5L5 4H-5Z",
        "M0 5L5-4H-5Z",
        "M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6Z"
    };

    /** The same shapes as characters, for legends. */
    private static final String[] GLYPHS = {"●", "■", "◆", "▲", "▼", "✚"};

    private final Html html;
    private final double height;

    /**
     * Starts a picture.
     *
     * @param html the output
     * @param height the height in pixels
     * @param title the title
     * @param description the figures in the picture, as text
     */
    Svg(Html html, double height, String title, String description) {
        this.html = html;
        this.height = height;
        html.open("svg", "role", "img", "width", "100%", "height", number(height));
        html.element("title", title);
        if (!description.isEmpty()) {
            html.element("desc", description);
        }
    }

    static String glyph(int shape) {
        return GLYPHS[shape % GLYPHS.length];
    }

    Svg line(String style, double x1, double y1, double x2, double y2) {
        html.single("line", "class", style, "x1", percent(x1), "y1", number(y1), "x2", percent(x2), "y2", number(y2));
        return this;
    }

    Svg area(String style, double x1, double y1, double x2, double y2) {
        html.single("rect", "class", style, "x", percent(x1), "y", number(y1),
                "width", percent(x2 - x1), "height", number(y2 - y1));
        return this;
    }

    Svg shape(String style, int shape, double x, double y) {
        html.open("svg", "x", percent(x), "y", number(y), "overflow", "visible");
        html.single("path", "class", style, "d", SHAPES[shape % SHAPES.length]);
        html.close();
        return this;
    }

    /**
     * Draws {@link #path lines} in a box that is 1,000 wide and stretched to the picture, since points of a polyline cannot be
     * percentages.
     */
    Svg stretched(Runnable lines) {
        html.open("svg", "viewBox", "0 0 1000 " + number(height), "preserveAspectRatio", "none");
        lines.run();
        html.close();
        return this;
    }

    /** Draws a line through places, each an array of x and y; nothing for fewer than two. */
    Svg path(String style, List<double[]> places) {
        if (places.size() > 1) {
            html.single("polyline", "class", style, "points", places.stream()
                    .map(place -> Math.round(1000 * place[0]) + "," + number(Math.round(10 * place[1]) / 10.0))
                    .collect(Collectors.joining(" ")));
        }
        return this;
    }

    Svg text(String style, double x, double y, String text) {
        html.element("text", text, "class", style, "x", percent(x), "y", number(y));
        return this;
    }

    /** Draws a text centred at its place, or beside it if it would leave the picture. */
    Svg label(String style, double x, double y, String text) {
        String anchor = x < 0.04 ? " from" : x > 0.96 ? " to" : " middle";
        return text(style + anchor, x, y, text);
    }

    void end() {
        html.end();
    }

    private static String percent(double fraction) {
        return number(100 * fraction) + "%";
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("no place for " + value);
        }
        String text = Double.toString(Math.round(100 * value) / 100.0);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
