package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Sentences;
import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Plots claims in rows on an axis of ratios: each with its ratio, its confidence interval, and its bar. */
final class RatioPlot {
    /** Maximum number of rows per axis, so that the axis is on the same screen or printed page. */
    private static final int ROWS = 20;

    private static final double LANE = 18;
    private static final double PADDING = 7;

    private final Html html;
    private final List<Machine> machines;

    /** A claim and its workload. */
    record Row(NumberedWorkload workload, Across<ClaimResult> claim) {
        private DoubleStream extent() {
            return claim.stream().flatMapToDouble(each -> {
                Stream<Double> bar = Stream.of(each.bar().low(), each.bar().high(), each.ratio()).filter(end -> end != null);
                Interval interval = each.interval();
                DoubleStream ends = interval == null ? DoubleStream.empty() : DoubleStream.of(interval.low(), interval.high());
                return DoubleStream.concat(bar.mapToDouble(Double::doubleValue), ends);
            });
        }
    }

    RatioPlot(Html html, List<Machine> machines) {
        this.html = html;
        this.machines = machines;
    }

    /**
     * Draws claims that share an axis.
     *
     * @param rows the claims, at least one
     * @param caption the caption
     * @param axis the name of the axis: what the ratio means
     */
    void draw(List<Row> rows, String caption, String axis) {
        AxisScale scale = AxisScale.logarithmic(DoubleStream.concat(DoubleStream.of(1), rows.stream().flatMapToDouble(Row::extent)));
        for (int from = 0; from < rows.size(); from += ROWS) {
            List<Row> some = rows.subList(from, Math.min(from + ROWS, rows.size()));
            Tracks tracks = new Tracks(html, scale, from == 0 ? caption : caption + " (continued)", 1);
            some.forEach(row -> draw(tracks, row));
            tracks.end(axis);
        }
    }

    private void draw(Tracks tracks, Row row) {
        ClaimResult any = row.claim().any();
        double height = 2 * PADDING + LANE * machines.size();
        String sentence = Subjects.shown(any);
        Tracks.Row words = new Tracks.Row(row.workload().number(), sentence, row.workload().title(), height,
                sentence, description(row.claim()));
        tracks.row(words, svg -> {
            double low = any.bar().low() == null ? 0 : any.bar().low();
            double high = any.bar().high() == null ? Double.POSITIVE_INFINITY : any.bar().high();
            svg.area("zone", tracks.at(low), 2, Math.max(tracks.at(high), tracks.at(low) + 0.002), height - 2);
            svg.line("one", tracks.at(1), 0, tracks.at(1), height);
            Stream.of(any.bar().low(), any.bar().high()).filter(end -> end != null).forEach(
                    end -> svg.line("bar", tracks.at(end), 2, tracks.at(end), height - 2));
            machines.forEach(machine -> mark(tracks, svg, machine, row.claim()));
        }, () -> machines.forEach(machine -> figure(machine, row.claim())));
    }

    private void mark(Tracks tracks, Svg svg, Machine machine, Across<ClaimResult> row) {
        double y = PADDING + LANE * (machine.index() + 0.5);
        if (machines.size() > 1) {
            svg.text("lane from", 0, y + 4, machine.label());
        }
        row.on(machine).ifPresent(claim -> {
            String style = claim.verdict().toString();
            if (claim.interval() != null) {
                double low = tracks.at(claim.interval().low());
                double high = tracks.at(claim.interval().high());
                svg.line("interval " + style, low, y, high, y);
                svg.line("interval " + style, low, y - 4, low, y + 4);
                svg.line("interval " + style, high, y - 4, high, y + 4);
            }
            if (claim.ratio() != null && AxisScale.hasLogarithm(claim.ratio())) {
                svg.shape("mark " + style, machine.index(), tracks.at(claim.ratio()), y);
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
            Verdicts.badge(html, claim.verdict(), claim.verdict().toString());
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
                ? "" : ", " + Sentences.confidence(claim.confidence()) + " interval " + Words.interval(claim);
        String ratio = claim.ratio() == null ? "" : "ratio " + Numbers.significant(claim.ratio()) + interval + "; ";
        return ratio + Words.verdict(claim);
    }
}
