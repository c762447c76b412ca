package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.ExperimentResult;
import java.util.ArrayList;
import java.util.List;

/** Renders the report of a proof, of one or several machines, as an HTML page. */
public final class ReportPage {
    private ReportPage() {
    }

    /**
     * Renders results.
     *
     * @param results the results of at least one machine
     * @return a self-contained HTML page
     */
    public static String of(List<MachineResults> results) {
        List<Machine> machines = machines(results);
        Across<Results> all = Across.of(results.stream().map(MachineResults::results).toList());
        List<RemedySection> remedies = new ArrayList<>();
        for (Across<ExperimentResult> experiment : all.split(Results::experiments, ExperimentResult::remedy)) {
            remedies.add(new RemedySection(machines, experiment, "remedy-" + (remedies.size() + 1)));
        }
        Summary summary = new Summary(machines);
        Noise noise = new Noise(machines, all);
        Floors floors = new Floors(machines, all);

        PageFrame frame = new PageFrame(summary.title());
        remedies.forEach(remedy -> frame.contents(remedy.id(), remedy.name()));
        if (!noise.isEmpty()) {
            frame.contents(Noise.ID, "Noise");
        }
        if (!floors.isEmpty()) {
            frame.contents(Floors.ID, "Floors");
        }
        frame.contents(MachineSection.ID, machines.size() == 1 ? "The machine" : "The machines");
        return frame.page(
                summary::head,
                html -> {
                    new Cards(machines).write(html, remedies);
                    remedies.forEach(remedy -> remedy.write(html));
                    noise.write(html);
                    floors.write(html);
                    new MachineSection(machines).write(html);
                },
                summary::foot);
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
