package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Renders the report of a proof, of one or several machines, as an HTML page. */
public final class ReportPage {
    private final List<Machine> machines;
    private final List<Verdict> verdicts;
    private final long notMeasured;

    /**
     * The results of one machine.
     *
     * @param name the owner's name for the machine, such as the name of the file
     * @param results the results
     */
    public record MachineResults(String name, Results results) {
    }

    private ReportPage(List<Machine> machines) {
        this.machines = machines;
        this.verdicts = machines.stream().flatMap(machine -> machine.results().verdicts()).toList();
        this.notMeasured = machines.stream().mapToLong(machine -> machine.results().notMeasured()).sum();
    }

    /**
     * Renders results.
     *
     * @param results the results of at least one machine
     * @return a self-contained HTML page
     */
    public static String of(List<MachineResults> results) {
        return new ReportPage(machines(results)).page();
    }

    private String page() {
        Across<Results> all = Across.of(machines.stream().map(Machine::results).toList());
        List<RemedySection> remedies = new ArrayList<>();
        for (Across<ExperimentResult> experiment : all.split(Results::experiments, ExperimentResult::remedy)) {
            remedies.add(new RemedySection(machines, experiment, "remedy-" + (remedies.size() + 1)));
        }
        Noise noise = new Noise(machines, all);
        Floors floors = new Floors(machines, all);

        PageFrame frame = new PageFrame(title());
        remedies.forEach(remedy -> frame.contents(remedy.id(), remedy.name()));
        if (!noise.isEmpty()) {
            frame.contents(Noise.ID, "Noise");
        }
        if (!floors.isEmpty()) {
            frame.contents(Floors.ID, "Floors");
        }
        frame.contents(MachineSection.ID, machines.size() == 1 ? "The machine" : "The machines");
        return frame.page(
                this::head,
                html -> {
                    new Cards(machines).write(html, remedies);
                    new Doubts(machines).write(html);
                    remedies.forEach(remedy -> remedy.write(html));
                    noise.write(html);
                    floors.write(html);
                    new MachineSection(machines).write(html);
                },
                this::foot);
    }

    private String title() {
        return "Slipstream: " + Verdicts.sentence(verdicts, notMeasured)
                + (machines.size() == 1 ? ", " + Words.day(machines.get(0).results().started()) : where());
    }

    private void head(Html html) {
        html.element("p", "Slipstream: performance fixes for the JDK, measured against the stock JDK", "class", "kicker");
        html.element("h1", capital(Verdicts.sentence(verdicts, notMeasured)) + where());
        Verdicts.tally(html, verdicts);
        if (machines.size() == 1) {
            Machine only = machines.get(0);
            html.element("p", only.description() + ". " + Words.run(only.results()) + ".", "class", "lead");
        } else {
            machines(html);
        }
        new Doubts(machines).mention(html);
    }

    private void foot(Html html) {
        html.element("p", "Point estimates are pseudo-medians of the ratios of paired forks. A claim holds if its whole interval"
                + " is on the claim\u2019s side of the bar, is refuted if all of it is on the other side, and is undecided"
                + " in between.");
    }

    private String where() {
        return machines.size() == 1 ? "" : " on " + machines.size() + " machines";
    }

    private void machines(Html html) {
        DataTable table = new DataTable(html, "Machines", "The machines, as this page calls them.",
                List.of("machine", "processor", "file", ">hold", ">refuted", ">undecided", ">not measured", "run"));
        for (Machine machine : machines) {
            List<Verdict> its = machine.results().verdicts().toList();
            table.row(machine.label() + " " + Svg.glyph(machine.index()));
            table.cell(machine.description()).cell(machine.name());
            for (Verdict verdict : Verdict.values()) {
                table.figure(Long.toString(Verdicts.count(its, verdict)));
            }
            table.figure(Long.toString(machine.results().notMeasured())).cell(Words.run(machine.results())).endRow();
        }
        table.end();
    }

    private static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    /**
     * Returns the page's labels for the machines.
     *
     * @param results the results, as for the page
     * @return a line for each, such as {@code A: laptop.json, AMD EPYC, 2 cores}; without the letter if there is only one
     */
    public static List<String> legend(List<MachineResults> results) {
        return machines(results).stream()
                .map(machine -> (results.size() == 1 ? "" : machine.label() + ": ")
                        + machine.name() + ", " + machine.description())
                .toList();
    }

    private static List<Machine> machines(List<MachineResults> results) {
        List<Machine> machines = new ArrayList<>();
        for (MachineResults each : results) {
            machines.add(new Machine(machines.size(), each.name(), each.results()));
        }
        return machines;
    }
}
