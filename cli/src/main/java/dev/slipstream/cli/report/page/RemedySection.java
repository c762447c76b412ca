package dev.slipstream.cli.report.page;

import dev.slipstream.lab.Claim.Role;
import dev.slipstream.lab.result.Results.ExperimentResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The section on one remedy. */
final class RemedySection {
    private final List<Machine> machines;
    private final Across<ExperimentResult> experiment;
    private final String id;
    private final Subjects subjects;

    RemedySection(List<Machine> machines, Across<ExperimentResult> experiment, String id) {
        this.machines = machines;
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
        List<NumberedWorkload> workloads = NumberedWorkload.of(experiment);
        RemedyTables tables = new RemedyTables(html, machines, subjects, name());
        subjects.explain(html);
        if (!workloads.isEmpty()) {
            html.element("p", "A fork is a JVM started for one measurement. Letters and numbers, such as " + workloads.get(0).number()
                    + ", name a measurement.", "class", "key");
        }
        ratios(html, workloads);
        tables.claims(workloads);
        tables.scenarios(experiment);
        new Curves(html, machines, subjects).write(experiment);
        tables.measurements(workloads);
        tables.setups(workloads);
        new ForkPlots(html, machines, subjects).write(workloads);
        new Failures(html, machines).write(experiment);
        html.end();
    }

    private void ratios(Html html, List<NumberedWorkload> workloads) {
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
