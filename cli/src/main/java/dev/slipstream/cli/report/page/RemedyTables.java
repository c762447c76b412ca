package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Unit;
import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.result.Results.PartResult;
import dev.slipstream.lab.result.Results.ScenarioResult;
import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import dev.slipstream.lab.stats.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of the section on one remedy. */
final class RemedyTables {
    private final Html html;
    private final List<Machine> machines;
    private final Subjects subjects;
    private final String remedy;

    /** A program, and its runs by each subject. */
    private record Program(String number, List<Across<ScenarioResult>> runs) {
        private ScenarioResult any() {
            return runs.get(0).any();
        }
    }

    RemedyTables(Html html, List<Machine> machines, Subjects subjects, String remedy) {
        this.html = html;
        this.machines = machines;
        this.subjects = subjects;
        this.remedy = remedy;
    }

    /** Writes the table of all claims about measurements, with their figures. */
    void claims(List<NumberedWorkload> workloads) {
        if (workloads.stream().allMatch(workload -> workload.claims().isEmpty())) {
            return;
        }
        html.element("h3", "Claims");
        double usual = Words.usualConfidence(workloads.stream()
                .flatMap(workload -> workload.workload().stream()).flatMap(workload -> workload.claims().stream()));
        List<String> columns = new ArrayList<>(List.of("claim"));
        if (machines.size() == 1) {
            columns.addAll(List.of(">ratio", ">" + Words.confidence(usual) + " interval", ">pairs", "verdict"));
        } else {
            machines.forEach(machine -> columns.add(machine.label()));
        }
        html.open("div", "class", "claims");
        DataTable table = new DataTable(html, "Claims of " + remedy, "Each ratio is that of pairs: one fork, a JVM of its own, of each of"
                + " the two that are compared, run one after the other."
                + (machines.size() == 1 ? "" : " Intervals are of " + Words.confidence(usual) + " unless they say otherwise."), columns);
        for (NumberedWorkload workload : workloads) {
            List<Across<ClaimResult>> claims = workload.claims();
            if (!claims.isEmpty()) {
                table.group(workload.number(), workload.title());
                claims.forEach(claim -> claimRow(table, claim, usual));
            }
        }
        table.end();
        html.end();
    }

    private void claimRow(DataTable table, Across<ClaimResult> claim, double usual) {
        ClaimResult any = claim.any();
        table.row(Subjects.shown(any));
        if (machines.size() == 1) {
            table.figure(any.ratio() == null ? "" : Numbers.significant(any.ratio()));
            table.figure(Words.interval(any, usual)).figure(Integer.toString(any.ratios().size()));
            table.cell(() -> Verdicts.badge(html, any));
        } else {
            machines.forEach(machine -> claim.on(machine).ifPresentOrElse(on -> table.cell(() -> claimCell(on, usual)), table::notMeasured));
        }
        table.endRow();
    }

    private void claimCell(ClaimResult claim, double usual) {
        if (claim.ratio() != null) {
            html.element("span", Numbers.significant(claim.ratio()), "class", "ratio").text(" ");
        }
        if (claim.interval() != null) {
            html.element("span", "(" + Words.interval(claim, usual) + ")", "class", "sure").text(" ");
        }
        Verdicts.badge(html, claim);
    }

    /** Writes the table of programs that pass or hang: a column for each subject or, if there are several machines, for each machine. */
    void scenarios(Across<ExperimentResult> experiment) {
        List<Program> programs = new ArrayList<>();
        experiment.split(ExperimentResult::parts, PartResult::id).forEach(part -> programs.addAll(programs(part)));
        if (programs.isEmpty()) {
            return;
        }
        Subjects ran = new Subjects(programs.stream()
                .flatMap(program -> program.runs().stream())
                .map(run -> run.any().subject()));
        html.element("h3", "Programs that pass or hang");
        List<String> columns = new ArrayList<>(List.of("program"));
        if (machines.size() == 1) {
            ran.names().forEach(subject -> columns.add(Subjects.shown(subject)));
        } else {
            machines.forEach(machine -> columns.add(machine.label()));
        }
        html.open("div", "class", "scenarios");
        DataTable table = new DataTable(html, "Programs of " + remedy,
                "How each program ended: ✓ as claimed, or ✗ otherwise.", columns);
        programs.forEach(program -> {
            if (machines.size() == 1) {
                programRow(table, program, ran);
            } else {
                programRows(table, program, ran);
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

    private void programRow(DataTable table, Program program, Subjects ran) {
        table.row(program.number(), program.any().title());
        for (String subject : ran.names()) {
            program.runs().stream()
                    .map(Across::any)
                    .filter(run -> run.subject().equals(subject))
                    .findFirst()
                    .ifPresentOrElse(run -> programCell(table, run), () -> table.cell(""));
        }
        table.endRow();
    }

    private void programRows(DataTable table, Program program, Subjects ran) {
        table.group(program.number(), program.any().title());
        for (String subject : ran.names()) {
            program.runs().stream().filter(run -> run.any().subject().equals(subject)).forEach(run -> {
                table.row(Subjects.shown(subject));
                machines.forEach(machine -> run.on(machine).ifPresentOrElse(on -> programCell(table, on), table::notMeasured));
                table.endRow();
            });
        }
    }

    private void programCell(DataTable table, ScenarioResult run) {
        table.cell(() -> {
            Verdicts.badge(html, run.verdict(), Words.ending(run));
            if (run.endings().size() > 1) {
                html.text(" ").element("span", "of " + run.endings().size() + " runs", "class", "detail");
            }
        });
    }

    /** Writes the table of the medians: a column for each subject or, if there are several machines, for each machine. */
    void measurements(List<NumberedWorkload> workloads) {
        if (subjects.names().isEmpty()) {
            return;
        }
        boolean published = workloads.stream().anyMatch(each -> !each.workload().any().published().isEmpty());
        html.element("h3", "Measurements");
        List<String> columns = new ArrayList<>(List.of("workload"));
        if (machines.size() == 1) {
            subjects.names().forEach(subject -> columns.add(">" + Subjects.shown(subject)));
        } else {
            machines.forEach(machine -> columns.add(">" + machine.label()));
        }
        if (published && machines.size() == 1) {
            columns.add("published");
        }
        DataTable table = new DataTable(html, "Measurements of " + remedy, "The median of the forks, each a JVM of its own."
                + (published ? " Published figures are others\u2019, from other machines." : ""), columns);
        Function<WorkloadResult, Unit> units = Unit.ofRows(workloads.stream().flatMap(each -> each.workload().stream()).toList());
        for (NumberedWorkload each : workloads) {
            if (machines.size() == 1) {
                scoreRow(table, each, units, published);
            } else {
                scoreRows(table, each, units);
            }
        }
        table.end();
    }

    private void scoreRow(DataTable table, NumberedWorkload each, Function<WorkloadResult, Unit> units, boolean published) {
        WorkloadResult workload = each.workload().any();
        Unit unit = units.apply(workload);
        table.row(each.number(), each.title());
        for (String subject : subjects.names()) {
            table.figure(score(workload, subject, unit));
        }
        if (published) {
            table.cell(published(workload, unit));
        }
        table.endRow();
    }

    private void scoreRows(DataTable table, NumberedWorkload each, Function<WorkloadResult, Unit> units) {
        Unit unit = units.apply(each.workload().stream().filter(WorkloadResult::measured).findFirst().orElse(each.workload().any()));
        String published = published(each.workload().any(), unit);
        table.group(each.number(), each.title() + (published.isEmpty() ? "" : "; published: " + published));
        for (String subject : subjects.names()) {
            Across<String> scores = each.workload().map(workload -> score(workload, subject, unit));
            if (scores.stream().anyMatch(score -> !score.isEmpty())) {
                table.row(Subjects.shown(subject));
                machines.forEach(machine -> scores.on(machine)
                        .filter(score -> !score.isEmpty())
                        .ifPresentOrElse(table::figure, table::noFigure));
                table.endRow();
            }
        }
    }

    private static String score(WorkloadResult workload, String subject, Unit unit) {
        return workload.subjects().stream()
                .filter(result -> result.subject().equals(subject))
                .findFirst()
                .map(result -> score(result, unit))
                .orElse("");
    }

    private static String score(SubjectResult result, Unit unit) {
        if (result.median() == null) {
            return Words.noScore(result);
        }
        String lost = Words.lost(result);
        return unit.text(result.median()) + (lost.isEmpty() ? "" : ", " + lost);
    }

    /** Formats published figures exactly, since they are quotations. */
    private static String published(WorkloadResult workload, Unit unit) {
        return workload.published().stream()
                .map(figure -> unit.exactly(figure.score()) + " (" + figure.on() + ")")
                .collect(Collectors.joining(", "));
    }

    /** Writes the benchmark of every workload, its parameters and the arguments of its JVMs, folded away, as few readers need them. */
    void setups(List<NumberedWorkload> workloads) {
        if (workloads.isEmpty()) {
            return;
        }
        html.open("details").element("summary", "What exactly was run");
        DataTable table = new DataTable(html, "Benchmarks of " + remedy, "The benchmarks, for JMH.",
                List.of("workload", "benchmark", "parameters", "arguments of the JVM"));
        for (NumberedWorkload each : workloads) {
            WorkloadResult workload = each.workload().any();
            table.row(each.number(), each.title()).cell(workload.benchmark());
            table.cell(workload.params().entrySet().stream()
                    .map(param -> param.getKey() + "=" + param.getValue())
                    .collect(Collectors.joining(", ")));
            table.cell(() -> html.element("span", arguments(workload), "class", "lines")).endRow();
        }
        table.end();
        html.end();
    }

    private static String arguments(WorkloadResult workload) {
        return workload.subjects().stream()
                .filter(subject -> !subject.jvmArgs().isEmpty())
                .map(RemedyTables::arguments)
                .collect(Collectors.joining("\n"));
    }

    private static String arguments(SubjectResult subject) {
        return Subjects.shown(subject.subject()) + ": " + String.join(" ", subject.jvmArgs());
    }
}
