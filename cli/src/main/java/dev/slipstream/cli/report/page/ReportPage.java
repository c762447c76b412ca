package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines;
import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.cli.report.ResultTables;
import dev.slipstream.cli.report.Subjects;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Renders the report of a proof, of one or several machines, as an HTML page. */
public final class ReportPage {
    private static final String NOISE = "noise";
    private static final String FLOORS = "floors";

    private final Machines machines;
    private final ResultTables tables;
    private final Table noise;
    private final Table floors;
    private final List<RemedySection> remedies = new ArrayList<>();

    private ReportPage(Machines machines) {
        this.machines = machines;
        this.tables = new ResultTables(machines);
        this.noise = tables.noise();
        this.floors = tables.floors();
        machines.experiments()
                .forEach(experiment -> remedies.add(new RemedySection(machines, experiment, "remedy-" + (remedies.size() + 1))));
    }

    /**
     * Renders results.
     *
     * @param machines the results of each machine
     * @return a self-contained HTML page
     */
    public static String of(Machines machines) {
        return new ReportPage(machines).page();
    }

    private String page() {
        PageFrame frame = new PageFrame(title());
        remedies.forEach(remedy -> frame.contents(remedy.id(), remedy.name()));
        if (!noise.isEmpty()) {
            frame.contents(NOISE, "Noise");
        }
        if (!floors.isEmpty()) {
            frame.contents(FLOORS, "Floors");
        }
        frame.contents(MachineSection.ID, machines.several() ? "The machines" : "The machine");
        return frame.page(this::head, this::main, this::foot);
    }

    private String title() {
        return "Slipstream: " + holding() + (machines.several() ? where() : ", "
                + Words.day(machines.all().get(0).results().started()));
    }

    private String holding() {
        return Words.holding(machines.verdicts(), machines.notMeasured());
    }

    private void head(Html html) {
        html.element("p", "Slipstream: performance fixes for the JDK, measured against the stock JDK", "class", "kicker");
        html.element("h1", capital(holding()) + where());
        Cards.tally(html, machines.verdicts());
        if (machines.several()) {
            html.table(table(machines.all()));
        } else {
            Machine only = machines.all().get(0);
            html.element("p", only.description() + ". " + Words.run(only.results()) + ".", "class", "lead");
        }
        new Doubts(machines.all()).mention(html);
    }

    private void main(Html html) {
        new Cards(machines.all()).write(html, remedies);
        new Doubts(machines.all()).write(html);
        remedies.forEach(remedy -> remedy.write(html));
        noise(html);
        floors(html);
        new MachineSection(machines.all()).write(html);
    }

    /** Writes the comparisons without a true difference. */
    private void noise(Html html) {
        if (noise.isEmpty()) {
            return;
        }
        html.open("section", "aria-labelledby", NOISE).element("h2", "Noise", "id", NOISE);
        html.element("p", "What was compared although nothing can differ. How far such an interval reaches from 1 is the smallest"
                + " difference that these measurements can show.", "class", "key");
        html.table(noise).end();
    }

    /** Writes the machine's floors, which apply to every remedy. */
    private void floors(Html html) {
        if (floors.isEmpty()) {
            return;
        }
        html.open("section", "aria-labelledby", FLOORS).element("h2", "Floors", "id", FLOORS);
        html.element("p", "What the machine and the JDK allow at best, whatever the remedy.", "class", "key");
        html.table(floors);
        List<Across<WorkloadResult>> all = machines.floors();
        new ForkPlots(html, machines.all(), new Subjects(all.stream().flatMap(Across::stream)
                .flatMap(floor -> floor.subjects().stream()).map(SubjectResult::subject)))
                .write(all.stream().map(floor -> new Numbered("", floor)).toList());
        Failures failures = new Failures(html, machines.all());
        for (Machine machine : machines.all()) {
            all.forEach(floor -> floor.on(machine).ifPresent(on -> failures.write(machine, on)));
        }
        html.end();
    }

    private void foot(Html html) {
        html.element("p", "Point estimates are pseudo-medians of the ratios of paired forks. A claim holds if its whole interval"
                + " is on the claim\u2019s side of the bar, is refuted if all of it is on the other side, and is undecided"
                + " in between.");
    }

    private String where() {
        return machines.several() ? " on " + machines.all().size() + " machines" : "";
    }

    private static Table table(List<Machine> machines) {
        Table table = new Table(List.of("machine", "processor", "file", ">hold", ">refuted", ">undecided", ">not measured",
                "run"))
                .named("Machines", "The machines, as this page calls them.");
        for (Machine machine : machines) {
            List<Verdict> its = machine.results().verdicts().toList();
            List<String> row = new ArrayList<>(List.of(machine.label() + " " + Svg.glyph(machine.index()),
                    machine.description(), machine.name()));
            Stream.of(Verdict.values()).forEach(verdict -> row.add(Long.toString(Words.count(its, verdict))));
            row.addAll(List.of(Long.toString(machine.results().notMeasured()), Words.run(machine.results())));
            table.add(row);
        }
        return table;
    }

    private static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }
}
