package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Unit;
import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The table of the medians: a column for each subject or, if there are several machines, for each machine. */
final class MeasurementsTable {
    private final Html html;
    private final List<Machine> machines;
    private final Subjects subjects;

    MeasurementsTable(Html html, List<Machine> machines, Subjects subjects) {
        this.html = html;
        this.machines = machines;
        this.subjects = subjects;
    }

    void write(String remedy, List<NumberedWorkload> workloads) {
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
        DataTable table = new DataTable(html, "Measurements of " + remedy, "The median of the forks."
                + (published ? " Published figures are others\u2019, from other machines." : ""), columns);
        for (NumberedWorkload each : workloads) {
            if (machines.size() == 1) {
                row(table, each, published);
            } else {
                rows(table, each);
            }
        }
        table.end();
    }

    private void row(DataTable table, NumberedWorkload each, boolean published) {
        WorkloadResult workload = each.workload().any();
        table.row(each.number(), each.title());
        for (String subject : subjects.names()) {
            table.figure(score(workload, subject, Unit.of(workload)));
        }
        if (published) {
            table.cell(published(workload));
        }
        table.endRow();
    }

    private void rows(DataTable table, NumberedWorkload each) {
        String published = published(each.workload().any());
        Unit unit = Unit.of(sameUnit(each.workload()));
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

    /** Returns the workloads that have scores; if all have failed, any one. */
    private static List<WorkloadResult> sameUnit(Across<WorkloadResult> workload) {
        List<WorkloadResult> measured = workload.stream().filter(WorkloadResult::measured).toList();
        return measured.isEmpty() ? List.of(workload.any()) : measured;
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
    static String published(WorkloadResult workload) {
        return workload.published().stream()
                .map(figure -> Unit.of(workload).exactly(figure.score()) + " (" + figure.on() + ")")
                .collect(Collectors.joining(", "));
    }
}
