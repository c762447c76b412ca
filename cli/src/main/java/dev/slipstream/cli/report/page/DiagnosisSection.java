package dev.slipstream.cli.report.page;

import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.cli.diagnose.output.CarriersText;
import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.diagnose.output.Figures;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.Table.Cell;
import dev.slipstream.cli.report.Table.Piece;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Diagnosis.Moment;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Site;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Percent;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The section for the diagnosis of one JVM. */
final class DiagnosisSection {
    /** Maximum number of points of a curve; more would overlap. */
    private static final int MOST_POINTS = 60;

    private static final double PERCENT = 100;

    private final Diagnosis diagnosis;
    private final String prefix;

    /**
     * Creates a section.
     *
     * @param diagnosis the diagnosis
     * @param prefix makes its ids unique among several sections; empty if it is the only one
     */
    DiagnosisSection(Diagnosis diagnosis, String prefix) {
        this.diagnosis = diagnosis;
        this.prefix = prefix;
    }

    /** Returns a verdict in words, with symbol and colour. */
    static Piece badge(Verdict verdict, String words) {
        String symbol = switch (verdict) {
            case PAID -> "✗";
            case NOT_PAID -> "✓";
            case UNKNOWN -> "?";
            case NOT_HERE -> "–";
        };
        return new Piece(symbol, words, "verdict " + style(verdict));
    }

    private static String style(Verdict verdict) {
        return switch (verdict) {
            case PAID -> "refuted";
            case NOT_PAID -> "holds";
            case UNKNOWN -> "undecided";
            case NOT_HERE -> "none";
        };
    }

    void contents(PageFrame frame, boolean several) {
        if (several) {
            frame.contents(prefix + "jvm", Figures.text(diagnosis.jvm().name()));
        } else {
            paid().forEach(finding -> frame.contents(id(finding), finding.remedy()));
            frame.contents(prefix + "all", "All costs");
        }
    }

    void warn(Html html) {
        if (!diagnosis.caveats().isEmpty()) {
            html.open("section", "class", "notice",
                    "aria-label", prefix.isEmpty() ? "Notes" : "Notes on " + diagnosis.jvm().name());
            html.element("p", "Notes" + (prefix.isEmpty() ? "" : " on " + Figures.text(diagnosis.jvm().name())) + ":",
                    "class", "what").open("ul");
            diagnosis.caveats().forEach(caveat -> html.element("li", Figures.text(caveat)));
            html.close().end();
        }
    }

    void write(Html html, boolean several) {
        if (several) {
            html.open("section", "id", prefix + "jvm", "aria-labelledby", prefix + "name");
            html.element("h2", Figures.jvm(diagnosis.jvm()), "id", prefix + "name");
            html.element("p", DiagnosisText.sentence(diagnosis), "class", "lead");
            html.end();
        }
        next(html);
        carriers(html);
        all(html);
        curves(html);
        paid().forEach(finding -> finding(html, finding));
    }

    private void carriers(Html html) {
        List<String> facts = CarriersText.details(diagnosis);
        String sentence = CarriersText.forOthers(diagnosis);
        if (facts.isEmpty()) {
            return;
        }
        html.open("section", "id", prefix + "carriers", "aria-labelledby", prefix + "threads");
        html.element("h2", "Carriers and waiting threads" + ofWhich(), "id", prefix + "threads");
        html.open("ul");
        facts.forEach(fact -> html.element("li", fact));
        html.end();
        if (!sentence.isEmpty()) {
            html.element("p", "For the team: " + sentence);
        }
        html.end();
    }

    private List<Finding> paid() {
        return diagnosis.findings().stream().filter(finding -> finding.verdict() == Verdict.PAID).toList();
    }

    private String id(Finding finding) {
        return prefix + "remedy-" + diagnosis.findings().indexOf(finding);
    }

    /** Returns a suffix that makes names unique for screen readers. */
    private String ofWhich() {
        return prefix.isEmpty() ? "" : ", " + prefix.replace('-', ' ').strip().toUpperCase(Locale.ROOT);
    }

    private void all(Html html) {
        html.open("section", "id", prefix + "all", "aria-labelledby", prefix + "all-costs");
        html.element("h2", "All costs" + ofWhich(), "id", prefix + "all-costs");
        Table table = new Table(List.of("cost", "verdict", "amount", "notes"))
                .named("Costs and verdicts" + ofWhich(), "Every cost, and how much of it the application pays.");
        for (Finding finding : diagnosis.findings()) {
            String much = Figures.headline(finding);
            table.addCells("", List.of(Cell.of(finding.remedy()),
                    Cell.of(badge(finding.verdict(), DiagnosisText.word(finding.verdict()))),
                    Cell.of(much.isEmpty() ? "–" : much), notes(finding)));
        }
        html.table(table).end();
    }

    private static Cell notes(Finding finding) {
        return finding.caveats().isEmpty() ? Cell.of("–")
                : Cell.of(finding.caveats().stream().map(note -> Piece.of(Figures.text(note), "note")).toArray(Piece[]::new));
    }

    /** Plots the share of each cost over time, if there is anything to plot. */
    private void curves(Html html) {
        List<CurvePlot.Line> lines = curves();
        if (diagnosis.moments().size() < 2 || lines.isEmpty()) {
            return;
        }
        html.open("section", "aria-labelledby", prefix + "time");
        html.element("h2", "Over time" + ofWhich(), "id", prefix + "time");
        new CurvePlot(html).draw("Share of each cost, in the whole that its finding names",
                new CurvePlot.Axes("seconds since the beginning", false, "%", true), lines);
        html.end();
    }

    private List<CurvePlot.Line> curves() {
        List<CurvePlot.Line> lines = new ArrayList<>();
        for (Finding finding : diagnosis.findings()) {
            boolean known = finding.verdict() == Verdict.PAID || finding.verdict() == Verdict.NOT_PAID;
            List<CurvePlot.Point> points = points(finding.remedy());
            if (known && !points.isEmpty()) {
                lines.add(new CurvePlot.Line(finding.remedy(), style(finding.remedy()), lines.size(), points));
            }
        }
        return lines;
    }

    /** Returns the style class of a remedy's colour. */
    static String style(String remedy) {
        return "cost-" + Remedies.names().indexOf(remedy);
    }

    private List<CurvePlot.Point> points(String remedy) {
        List<Moment> moments = diagnosis.moments();
        int each = (moments.size() + MOST_POINTS - 1) / MOST_POINTS;
        List<CurvePlot.Point> points = new ArrayList<>();
        for (int i = 0; i < moments.size(); i += each) {
            point(remedy, moments.subList(i, Math.min(i + each, moments.size()))).ifPresent(points::add);
        }
        return points;
    }

    private static Optional<CurvePlot.Point> point(String remedy, List<Moment> moments) {
        DoubleSummaryStatistics seen = moments.stream()
                .filter(moment -> moment.shares().containsKey(remedy))
                .mapToDouble(moment -> PERCENT * moment.shares().get(remedy))
                .summaryStatistics();
        return seen.getCount() == 0 ? Optional.empty()
                : Optional.of(new CurvePlot.Point(moments.get(0).second(), seen.getAverage(), seen.getMin(), seen.getMax()));
    }

    private void finding(Html html, Finding finding) {
        html.open("section", "id", id(finding), "aria-labelledby", id(finding) + "-name");
        html.element("h2", finding.remedy() + (finding.share() == null ? "" : ": " + Figures.text(finding.much())) + ofWhich(),
                "id", id(finding) + "-name");
        if (!finding.amounts().isEmpty()) {
            html.open("ul", "class", "amounts");
            finding.amounts().forEach(amount -> html.element("li", Figures.amount(amount)));
            html.end();
        }
        sites(html, finding);
        if (!finding.saving().isEmpty()) {
            html.element("h3", "What " + finding.remedy() + " would save" + ofWhich());
            html.element("pre", finding.saving().stream().map(Figures::text).collect(Collectors.joining("\n")));
        }
        if (!finding.risk().isEmpty()) {
            html.element("p", "Risk: " + Figures.text(finding.risk()));
        }
        if (!finding.command().isEmpty()) {
            html.element("p", "To apply this remedy alone:");
            html.element("pre", Figures.text(finding.command()));
        }
        html.end();
    }

    private void sites(Html html, Finding finding) {
        if (finding.sites().isEmpty()) {
            html.element("p", "No place in the application was found.", "class", "none");
            return;
        }
        Table table = new Table(List.of("place", ">seen", ">part", "details"))
                .named("Places that pay for " + finding.remedy() + ofWhich(),
                        "Where in the application, the most frequent first.");
        for (Site site : finding.sites()) {
            table.add(List.of(Figures.place(site), Numbers.plain(site.count()), Percent.of(site.part()),
                    site.detail().isEmpty() ? "–" : Figures.text(site.detail())));
        }
        html.table(table);
    }

    private void next(Html html) {
        List<DiagnosisText.Next> commands = DiagnosisText.next(diagnosis);
        if (!commands.isEmpty()) {
            html.open("section", "aria-labelledby", prefix + "next");
            html.element("h2", "Next steps" + ofWhich(), "id", prefix + "next");
            html.open("ol", "class", "steps");
            commands.forEach(each -> html.open("li").element("code", each.command())
                    .element("span", each.why(), "class", "detail").close());
            html.close().end();
        }
    }
}
