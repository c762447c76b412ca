package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines;
import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.cli.report.ResultTables;
import dev.slipstream.cli.report.Subjects;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.Claim.Role;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.file.Results.ExperimentResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The section on one remedy. */
final class RemedySection {
    private final List<Machine> machines;
    private final ResultTables tables;
    private final Across<ExperimentResult> experiment;
    private final String id;
    private final Subjects subjects;

    RemedySection(Machines machines, Across<ExperimentResult> experiment, String id) {
        this.machines = machines.all();
        this.tables = new ResultTables(machines);
        this.experiment = experiment;
        this.id = id;
        this.subjects = new Subjects(experiment.stream()
                .flatMap(each -> each.parts().stream())
                .flatMap(part -> part.workloads().stream())
                .flatMap(workload -> workload.subjects().stream())
                .map(subject -> subject.subject()));
    }

    Across<ExperimentResult> experiment() {
        return experiment;
    }

    String id() {
        return id;
    }

    String name() {
        return experiment.any().remedy();
    }

    void write(Html html) {
        html.open("section", "aria-labelledby", id);
        html.element("h2", name() + ": " + experiment.any().title(), "id", id);
        List<Numbered> workloads = Numbered.of(experiment);
        explain(html);
        if (!workloads.isEmpty()) {
            html.element("p",
                    "A fork is a JVM started for one measurement. Letters and numbers, such as " + workloads.get(0).number()
                            + ", name a measurement.",
                    "class", "key");
        }
        ratios(html, workloads);
        table(html, "Claims", "claims", tables.claims(experiment));
        table(html, "Programs that pass or hang", "scenarios", tables.scenarios(experiment));
        new Curves(html, machines, subjects).write(experiment);
        if (!workloads.isEmpty()) {
            html.element("h3", "Measurements").table(tables.measurements(experiment, subjects));
            html.open("details").element("summary", "What exactly was run").table(ResultTables.setups(experiment)).end();
        }
        new ForkPlots(html, machines, subjects).write(workloads);
        new Failures(html, machines).write(experiment);
        html.end();
    }

    private static void table(Html html, String title, String style, Table table) {
        if (!table.isEmpty()) {
            html.element("h3", title).open("div", "class", style).table(table).end();
        }
    }

    /** Writes what the names of the subjects mean; nothing if none of them is known. */
    private void explain(Html html) {
        if (!subjects.kinds().isEmpty()) {
            html.open("dl", "class", "words");
            for (Kind kind : subjects.kinds()) {
                String name = subjects.names().stream().filter(each -> Subjects.kind(each).equals(Optional.of(kind)))
                        .findFirst().orElseThrow();
                html.open("div").element("dt", Words.subject(name) + ":").text(" ").element("dd", meaning(kind)).close();
            }
            html.end();
        }
    }

    private static String meaning(Kind kind) {
        return switch (kind) {
            case STOCK -> "the JDK as it is";
            case TWIN -> "the same once more: a difference is noise";
            case OPTION -> "the JDK with its own option against the cost";
            case INERT -> "with the agent, and nothing installed";
            case SLIPSTREAM -> "with the agent, and this remedy alone";
            case ALONE -> "the same on one thread, where the workload has several";
            case DEFAULTS -> "with the agent, and all remedies that are on by default";
            case BAKED -> "a copy of the JDK with the remedies in it, without an agent";
            case LIBRARY -> "the JDK as it is, with calls of Slipstream\u2019s library";
            case FLOOR -> "the least time that the machine or the system allows";
        };
    }

    private void ratios(Html html, List<Numbered> workloads) {
        List<RatioPlot.Row> rows = new ArrayList<>();
        workloads.forEach(workload -> workload.claims().forEach(claim -> rows.add(new RatioPlot.Row(workload, claim))));
        if (rows.isEmpty()) {
            return;
        }
        html.element("h3", "Ratios");
        html.open("p", "class", "key").text("Each mark is a ratio, the line through it its interval. A claim holds where the"
                + " whole line is in the shaded zone; the solid vertical line is at 1, where nothing differs.");
        if (machines.size() > 1) {
            machines.forEach(machine -> html.text(" " + machine.label() + " " + Svg.glyph(machine.index())));
        }
        html.end();
        Predicate<RatioPlot.Row> control = row -> row.claim().any().role() == Role.CONTROL;
        Predicate<RatioPlot.Row> gain = row -> row.claim().any().bar().gain();
        draw(html, rows, control.negate().and(gain), "Gains: how many times faster. Further right is better.", "times faster");
        draw(html, rows, control.negate().and(gain.negate()), "Limits: the time as a multiple of what it is compared"
                + " with, an allowance included. Further left is better.", "times the time");
        draw(html, rows, control, "Controls: nothing should differ. One that is refuted means that the measurement is broken.",
                "times the time");
    }

    private void draw(Html html, List<RatioPlot.Row> rows, Predicate<RatioPlot.Row> which, String caption, String axis) {
        List<RatioPlot.Row> chosen = rows.stream().filter(which).toList();
        if (!chosen.isEmpty()) {
            RatioPlot.draw(html, machines, chosen, caption, axis);
        }
    }
}
