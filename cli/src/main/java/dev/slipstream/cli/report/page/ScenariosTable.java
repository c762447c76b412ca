package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.result.Results.PartResult;
import dev.slipstream.lab.result.Results.ScenarioResult;
import java.util.ArrayList;
import java.util.List;

/** The table of programs that pass or hang: a column for each subject or, if there are several machines, for each machine. */
final class ScenariosTable {
    private final Html html;
    private final List<Machine> machines;

    /** A program, and its runs by each subject. */
    private record Program(String number, List<Across<ScenarioResult>> runs) {
        private ScenarioResult any() {
            return runs.get(0).any();
        }
    }

    ScenariosTable(Html html, List<Machine> machines) {
        this.html = html;
        this.machines = machines;
    }

    void write(Across<ExperimentResult> experiment) {
        List<Program> programs = new ArrayList<>();
        experiment.split(ExperimentResult::parts, PartResult::id).forEach(part -> programs.addAll(programs(part)));
        if (programs.isEmpty()) {
            return;
        }
        Subjects subjects = new Subjects(programs.stream()
                .flatMap(program -> program.runs().stream())
                .map(run -> run.any().subject()));
        html.element("h3", "Programs that pass or hang");
        List<String> columns = new ArrayList<>(List.of("program"));
        if (machines.size() == 1) {
            subjects.names().forEach(subject -> columns.add(Subjects.shown(subject)));
        } else {
            machines.forEach(machine -> columns.add(machine.label()));
        }
        html.open("div", "class", "scenarios");
        DataTable table = new DataTable(html, "Programs of " + experiment.any().remedy(),
                "How each program ended: ✓ as claimed, or ✗ otherwise.", columns);
        programs.forEach(program -> {
            if (machines.size() == 1) {
                row(table, program, subjects);
            } else {
                rows(table, program, subjects);
            }
        });
        table.end();
        html.end();
    }

    /** Returns the programs of one part, which contains each program once per subject. */
    private static List<Program> programs(Across<PartResult> part) {
        List<Across<ScenarioResult>> runs = part.split(PartResult::scenarios, run -> List.of(run.id(), run.subject()));
        List<String> ids = runs.stream().map(run -> run.any().id()).distinct().toList();
        List<Program> programs = new ArrayList<>();
        for (String id : ids) {
            programs.add(new Program(part.any().id() + (programs.size() + 1),
                    runs.stream().filter(run -> run.any().id().equals(id)).toList()));
        }
        return programs;
    }

    private void row(DataTable table, Program program, Subjects subjects) {
        table.row(program.number(), program.any().title());
        for (String subject : subjects.names()) {
            program.runs().stream()
                    .map(Across::any)
                    .filter(run -> run.subject().equals(subject))
                    .findFirst()
                    .ifPresentOrElse(run -> cell(table, run), () -> table.cell(""));
        }
        table.endRow();
    }

    private void rows(DataTable table, Program program, Subjects subjects) {
        table.group(program.number(), program.any().title());
        for (String subject : subjects.names()) {
            program.runs().stream().filter(run -> run.any().subject().equals(subject)).forEach(run -> {
                table.row(Subjects.shown(subject));
                machines.forEach(machine -> run.on(machine).ifPresentOrElse(on -> cell(table, on), table::notMeasured));
                table.endRow();
            });
        }
    }

    private void cell(DataTable table, ScenarioResult run) {
        table.cell(() -> {
            Verdicts.badge(html, run.verdict(), Words.ending(run));
            if (run.endings().size() > 1) {
                html.text(" ").element("span", "of " + run.endings().size() + " runs", "class", "detail");
            }
        });
    }
}
