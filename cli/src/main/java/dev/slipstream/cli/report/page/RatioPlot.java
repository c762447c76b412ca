package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.cli.report.ResultTables;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Plots claims in rows that share an axis of ratios: each with its words, its ratio, its confidence interval and its bar. In a
 * narrow window the picture of a row is below its words and its figure.
 *
 * <p>Each row is a separate picture, so that a page break may fall between any two rows, and the grid lines meet.
 */
final class RatioPlot {
    /** Maximum number of rows per axis, so that the axis is on the same screen or printed page. */
    private static final int ROWS = 20;

    private static final double LANE = 18;
    private static final double PADDING = 7;
    private static final double MARGIN = 0.06;
    private static final double AXIS = 22;

    private final Html html;
    private final List<Machine> machines;
    private final AxisScale scale;
    private final List<AxisScale.Tick> ticks;

    /** A claim and its workload. */
    record Row(Numbered workload, Across<ClaimResult> claim) {
        private DoubleStream extent() {
            return claim.stream().flatMapToDouble(each -> {
                Stream<Double> bar = Stream.of(each.bar().low(), each.bar().high(), each.ratio()).filter(end -> end != null);
                Interval interval = each.interval();
                DoubleStream ends = interval == null ? DoubleStream.empty() : DoubleStream.of(interval.low(), interval.high());
                return DoubleStream.concat(bar.mapToDouble(Double::doubleValue), ends);
            });
        }
    }

    private RatioPlot(Html html, List<Machine> machines, AxisScale scale) {
        this.html = html;
        this.machines = machines;
        this.scale = scale;
        // The tick at 1 takes precedence over all others.
        this.ticks = scale.ticks(1);
    }

    /**
     * Draws claims that share an axis.
     *
     * @param rows the claims, at least one
     * @param caption the caption
     * @param axis the name of the axis: what the ratio means
     */
    static void draw(Html html, List<Machine> machines, List<Row> rows, String caption, String axis) {
        RatioPlot plot = new RatioPlot(html, machines, AxisScale.logarithmic(
                DoubleStream.concat(DoubleStream.of(1), rows.stream().flatMapToDouble(Row::extent))));
        for (int from = 0; from < rows.size(); from += ROWS) {
            html.open("figure", "class", "tracks").element("figcaption", from == 0 ? caption : caption + " (continued)");
            rows.subList(from, Math.min(from + ROWS, rows.size())).forEach(plot::draw);
            plot.axis(axis);
            html.end();
        }
    }

    private void draw(Row row) {
        ClaimResult any = row.claim().any();
        String number = row.workload().number();
        String sentence = Words.claim(any);
        html.open("div", "class", "track").open("p", "class", "name");
        if (!number.isEmpty()) {
            html.element("span", number, "class", "id").text(" ");
        }
        html.text(sentence);
        if (!row.workload().title().isEmpty()) {
            html.element("span", row.workload().title(), "class", "detail");
        }
        html.close();
        double height = 2 * PADDING + LANE * machines.size();
        Svg svg = new Svg(html, height, sentence, description(row.claim()));
        ticks.forEach(tick -> svg.line("grid", at(tick.value()), 0, at(tick.value()), height));
        double low = any.bar().low() == null ? 0 : any.bar().low();
        double high = any.bar().high() == null ? Double.POSITIVE_INFINITY : any.bar().high();
        svg.area("zone", at(low), 2, Math.max(at(high), at(low) + 0.002), height - 2);
        svg.line("one", at(1), 0, at(1), height);
        Stream.of(any.bar().low(), any.bar().high()).filter(end -> end != null).forEach(
                end -> svg.line("bar", at(end), 2, at(end), height - 2));
        machines.forEach(machine -> mark(svg, machine, row.claim()));
        svg.end();
        html.open("div", "class", "figure");
        machines.forEach(machine -> figure(machine, row.claim()));
        html.close().end();
    }

    private void axis(String name) {
        html.open("div", "class", "track axis");
        Svg svg = new Svg(html, AXIS, "axis: " + name + ", logarithmic", "");
        svg.line("axis", MARGIN, 0.5, 1 - MARGIN, 0.5);
        ticks.forEach(tick -> svg.label("tick", at(tick.value()), 16, tick.label()));
        svg.end();
        html.element("p", name, "class", "unit");
        html.end();
    }

    /** Returns the x coordinate of a value in the picture. */
    private double at(double value) {
        return MARGIN + (1 - 2 * MARGIN) * scale.at(value);
    }

    private void mark(Svg svg, Machine machine, Across<ClaimResult> row) {
        double y = PADDING + LANE * (machine.index() + 0.5);
        if (machines.size() > 1) {
            svg.text("lane from", 0, y + 4, machine.label());
        }
        row.on(machine).ifPresent(claim -> {
            String style = claim.verdict().toString();
            if (claim.interval() != null) {
                double low = at(claim.interval().low());
                double high = at(claim.interval().high());
                svg.line("interval " + style, low, y, high, y);
                svg.line("interval " + style, low, y - 4, low, y + 4);
                svg.line("interval " + style, high, y - 4, high, y + 4);
            }
            if (claim.ratio() != null && AxisScale.hasLogarithm(claim.ratio())) {
                svg.shape("mark " + style, machine.index(), at(claim.ratio()), y);
            }
        });
    }

    private void figure(Machine machine, Across<ClaimResult> row) {
        html.open("p");
        if (machines.size() > 1) {
            html.element("span", machine.label() + " ", "class", "machine");
        }
        row.on(machine).ifPresentOrElse(claim -> {
            html.element("span", claim.ratio() == null ? "" : Numbers.significant(claim.ratio()), "class", "ratio").text(" ");
            html.piece(ResultTables.badge(claim.verdict(), claim.verdict().toString()));
        }, () -> html.element("span", "not measured", "class", "none"));
        html.close();
    }

    private String description(Across<ClaimResult> row) {
        return machines.stream()
                .map(machine -> (machines.size() > 1 ? machine.label() + ": " : "")
                        + row.on(machine).map(RatioPlot::words).orElse("not measured"))
                .collect(Collectors.joining("; "));
    }

    private static String words(ClaimResult claim) {
        String interval = claim.interval() == null
                ? "" : ", " + Words.confidence(claim.confidence()) + " interval " + Words.interval(claim);
        String ratio = claim.ratio() == null ? "" : "ratio " + Numbers.significant(claim.ratio()) + interval + "; ";
        return ratio + Words.verdict(claim);
    }
}
