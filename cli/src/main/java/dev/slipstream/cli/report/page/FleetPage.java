package dev.slipstream.cli.report.page;

import dev.slipstream.cli.fleet.FleetSummary;
import dev.slipstream.cli.fleet.FleetSummary.ChangeRow;
import dev.slipstream.cli.fleet.FleetSummary.Coverage;
import dev.slipstream.cli.fleet.FleetSummary.RemedyRow;
import dev.slipstream.cli.fleet.FleetSummary.Saving;
import dev.slipstream.cli.fleet.FleetSummary.ServiceRow;
import dev.slipstream.cli.fleet.FleetSummary.SiteRow;
import dev.slipstream.cli.fleet.RollOut;
import dev.slipstream.cli.fleet.RollOut.Change;
import dev.slipstream.cli.fleet.RollOut.Sample;
import dev.slipstream.cli.fleet.RollOut.Verdict;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.Words;
import dev.slipstream.diagnose.result.Percent;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Renders what a fleet pays as an HTML page. */
public final class FleetPage {
    private static final double LANE = 32;
    private static final double MARGIN = 0.06;
    private static final double AXIS = 22;

    private final FleetSummary fleet;
    private final String version;
    private final String made;

    private FleetPage(FleetSummary fleet, String version, String made) {
        this.fleet = fleet;
        this.version = version;
        this.made = made;
    }

    /**
     * Renders a summary.
     *
     * @param version the version of Slipstream; empty if unknown
     * @param made when the tables were made, an instant in UTC
     * @return a self-contained HTML page
     */
    public static String of(FleetSummary fleet, String version, String made) {
        return new FleetPage(fleet, version, made).page();
    }

    private String page() {
        PageFrame frame = new PageFrame("Slipstream: " + fleet.title());
        sections().forEach(section -> frame.contents(section.id(), section.title()));
        return frame.page(this::head, html -> sections().forEach(section -> section(html, section)),
                html -> html.element("p",
                        "Savings are estimates. Their range is the accuracy of a diagnosis, a fifth, or the error of few"
                                + " samples. " + (version.isEmpty() ? "Slipstream" : "Slipstream " + version) + ", "
                                + Words.minute(made) + "."));
    }

    private void head(Html html) {
        Coverage coverage = fleet.coverage();
        html.element("p", "Slipstream: which known costs of the JVM a fleet pays", "class", "kicker");
        html.element("h1", fleet.title());
        html.element("p",
                Words.count(coverage.recordings(), "recording") + " of " + Words.count(coverage.instances(), "instance") + ", "
                        + Words.duration(coverage.seconds()) + " in all.",
                "class", "lead");
        coverage.premise().text().ifPresent(assumed -> html.element("p", assumed, "class", "lead"));
        fleet.warning().ifPresent(
                warning -> html.open("section", "class", "notice", "aria-label", "Warning").element("p", warning).end());
    }

    /** A section that has content. */
    private record Section(String id, String title, Consumer<Html> content) {}

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        if (!fleet.remedies().isEmpty()) {
            sections.add(new Section("first", "What to roll out first", this::first));
        }
        if (!fleet.remedies().isEmpty() || !fleet.unclear().isEmpty()) {
            sections.add(new Section("services", "Services", this::services));
        }
        if (!fleet.sites().isEmpty()) {
            sections.add(new Section("sites", "Call sites", this::sites));
        }
        if (!fleet.changes().isEmpty() || !fleet.rollOuts().isEmpty()) {
            sections.add(new Section("changes", "What has changed", this::changes));
        }
        sections.add(new Section("coverage", "Coverage", this::coverage));
        return sections;
    }

    private static void section(Html html, Section section) {
        html.open("section", "aria-labelledby", section.id());
        html.element("h2", section.title(), "id", section.id());
        section.content().accept(html);
        html.end();
    }

    private void first(Html html) {
        if (fleet.remedies().stream().allMatch(row -> row.saving().isEmpty())) {
            html.open("ul");
            fleet.remedies().forEach(row -> html.element("li", row.remedy() + ": " + Words.count(row.services(), "service")
                    + (row.services() == 1 ? " pays" : " pay") + " a share of " + of(row)));
            html.end();
            return;
        }
        AxisScale scale = AxisScale.fromZero(fleet.remedies().stream().flatMap(row -> row.saving().stream())
                .flatMapToDouble(saving -> DoubleStream.of(saving.least(), saving.most())));
        html.open("figure", "class", "tracks")
                .element("figcaption", "The processors that each remedy would save in all services, on average");
        fleet.remedies().forEach(row -> track(html, scale, row));
        axis(html, scale, "processors");
        html.end();
    }

    private String of(RemedyRow remedy) {
        return fleet.services().stream().filter(row -> row.remedy().equals(remedy.remedy())).findFirst().orElseThrow().share()
                .of();
    }

    private void track(Html html, AxisScale scale, RemedyRow row) {
        html.open("div", "class", "track").open("p", "class", "name").text(row.remedy());
        html.element("span", Words.count(row.services(), "service"), "class", "detail").close();
        if (row.saving().isPresent()) {
            Saving saving = row.saving().get();
            Svg svg = new Svg(html, LANE, row.remedy(), saved(row.saving()));
            scale.ticks(0).forEach(tick -> svg.line("grid", at(scale, tick.value()), 0, at(scale, tick.value()), LANE));
            interval(svg, scale, saving.least(), saving.most(), "interval holds");
            svg.end();
        } else {
            html.element("p", "a share of " + of(row), "class", "none");
        }
        html.open("div", "class", "figure").element("p", saved(row.saving())).close().end();
    }

    private static void interval(Svg svg, AxisScale scale, double low, double high, String style) {
        double from = at(scale, low);
        double to = at(scale, high);
        svg.line(style, from, LANE / 2, to, LANE / 2);
        svg.line(style, from, LANE / 2 - 4, from, LANE / 2 + 4);
        svg.line(style, to, LANE / 2 - 4, to, LANE / 2 + 4);
    }

    private static void axis(Html html, AxisScale scale, String unit) {
        html.open("div", "class", "track axis");
        Svg svg = new Svg(html, AXIS, "axis: " + unit, "");
        svg.line("axis", MARGIN, 0.5, 1 - MARGIN, 0.5);
        scale.ticks(0).forEach(tick -> svg.label("tick", at(scale, tick.value()), 16, tick.label()));
        svg.end();
        html.element("p", unit, "class", "unit");
        html.end();
    }

    private static double at(AxisScale scale, double value) {
        return MARGIN + (1 - 2 * MARGIN) * scale.at(value);
    }

    private void services(Html html) {
        for (RemedyRow remedy : fleet.remedies()) {
            List<ServiceRow> rows = fleet.services().stream().filter(row -> row.remedy().equals(remedy.remedy())).toList();
            Table table = new Table(List.of("service", ">instances", ">recordings that pay", ">share", ">processors", ">saved"))
                    .named("table of services, " + remedy.remedy(), remedy.remedy() + ", share of " + of(remedy));
            for (ServiceRow row : rows) {
                table.add(List.of(name(row.service()), Long.toString(row.instances()), row.paying() + " of " + row.recordings(),
                        row.share().estimate(), processors(row.processors()), saved(row.saving())));
            }
            html.table(table);
        }
        if (!fleet.unclear().isEmpty()) {
            html.element("p",
                    "Unknown, since their recordings do not tell: " + fleet.unclear().stream().map(row -> row.remedy() + " of "
                            + Words.count(row.services(), "service")
                            + (row.most() < 1 ? " (" + Percent.lessThan(row.most()) + ")" : ""))
                            .collect(Collectors.joining(", ")) + ".");
        }
    }

    private void sites(Html html) {
        Table table = new Table(List.of("method", "remedy", ">services", ">recordings", ">processors", "detail"))
                .named("table of call sites", "Where costs arise, in all services");
        for (SiteRow row : fleet.sites()) {
            table.add(List.of(row.method() + (row.line() < 0 ? "" : ":" + row.line()), row.remedy(),
                    Long.toString(row.services()),
                    Long.toString(row.recordings()), processors(row.processors()), row.detail()));
        }
        html.table(table);
    }

    private void changes(Html html) {
        if (!fleet.changes().isEmpty()) {
            begunOrCeased(html);
        }
        fleet.rollOuts().forEach(rollOut -> rollOut(html, rollOut));
    }

    private void begunOrCeased(Html html) {
        Table table = new Table(List.of("service", "remedy", ">share before", ">share now"))
                .named("table of changes", "Services that have begun or ceased to pay");
        for (ChangeRow row : fleet.changes()) {
            table.add(List.of(name(row.service()), row.remedy(), row.before().map(Percent::of).orElse("not seen"),
                    row.now().map(Percent::of).orElse("not seen")));
        }
        html.table(table);
    }

    /** Draws what is left of each cost of a service, and of its processor time, as a part of what it was. */
    private static void rollOut(Html html, RollOut rollOut) {
        AxisScale scale = AxisScale.fromZero(DoubleStream.concat(DoubleStream.of(1), rollOut.changes().stream()
                .flatMap(change -> change.ratio().stream()).mapToDouble(Interval::high)));
        html.open("figure", "class", "tracks").element("figcaption", name(rollOut.service()) + ": times as much as before");
        for (Change change : rollOut.changes()) {
            String what = change.remedy().isEmpty() ? "processor time" : change.remedy();
            html.open("div", "class", "track").open("p", "class", "name").text(what);
            html.element("span", Words.count(change.before().instances(), "instance") + ", now " + change.now().instances(),
                    "class", "detail").close();
            if (change.ratio().isPresent()) {
                Interval ratio = change.ratio().get();
                Svg svg =
                        new Svg(html, LANE, what, Numbers.significant(ratio.low()) + " to " + Numbers.significant(ratio.high()));
                svg.line("bar", at(scale, 1), 0, at(scale, 1), LANE);
                interval(svg, scale, ratio.low(), ratio.high(), style(change.verdict()));
                svg.end();
            } else {
                html.element("p", change.verdict() == Verdict.NEW ? "was not there before" : "one instance: no range", "class",
                        "none");
            }
            html.open("div", "class", "figure").element("p", change.verdict().name().toLowerCase(Locale.ROOT))
                    .element("p", figure(change, change.before()) + " to " + figure(change, change.now()), "class", "detail")
                    .close().end();
        }
        axis(html, scale, "times");
        html.end();
    }

    private static String style(Verdict verdict) {
        return switch (verdict) {
            case GONE, LESS -> "interval holds";
            case NEW, MORE -> "interval refuted";
            case UNCLEAR -> "interval undecided";
        };
    }

    private static String figure(Change change, Sample sample) {
        return change.remedy().isEmpty() ? Numbers.significant(sample.mean()) : Percent.of(sample.mean());
    }

    private void coverage(Html html) {
        Coverage coverage = fleet.coverage();
        html.element("p",
                Words.count(coverage.services(), "service") + " in " + Words.count(coverage.instances(), "instance") + ", "
                        + Words.count(coverage.recordings(), "recording") + ", of which " + coverage.unreadable()
                        + " could not be read and "
                        + coverage.nameless() + " have no service's name."
                        + (coverage.earliest().isEmpty() ? "" : " The earliest began " + coverage.earliest() + " UTC, the latest "
                                + coverage.latest() + " UTC."));
        if (!fleet.unreadable().isEmpty()) {
            Table table = new Table(List.of("recording", "reason"))
                    .named("table of unreadable recordings", "Recordings that could not be read");
            fleet.unreadable().forEach(row -> table.add(List.of(row.recording(), row.error())));
            html.table(table);
        }
    }

    private static String name(String service) {
        return service.isEmpty() ? "(no name)" : service;
    }

    private static String processors(Optional<Double> value) {
        return value.map(Numbers::significant).orElse("");
    }

    private static String saved(Optional<Saving> saving) {
        return saving.map(each -> Numbers.significant(each.least()) + " to " + Numbers.significant(each.most())).orElse("");
    }
}
