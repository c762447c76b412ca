package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Unit;
import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Environment;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import java.util.ArrayList;
import java.util.List;

/** The section about the machine's floors, which apply to every remedy. */
final class Floors {
    static final String ID = "floors";

    private final List<Machine> machines;
    private final List<Across<WorkloadResult>> floors;

    Floors(List<Machine> machines, Across<Results> all) {
        this.machines = machines;
        this.floors = all.split(Results::floors, WorkloadResult::id);
    }

    boolean isEmpty() {
        return floors.isEmpty();
    }

    void write(Html html) {
        if (isEmpty()) {
            return;
        }
        html.open("section", "aria-labelledby", ID).element("h2", "Floors", "id", ID);
        html.element("p", "What the machine and the JDK allow at best, whatever the remedy.", "class", "key");
        List<String> columns = new ArrayList<>(List.of("floor", "jdk"));
        machines.forEach(machine -> columns.add(">" + (machines.size() == 1 ? "median" : machine.label())));
        DataTable table = new DataTable(html, "Medians of the floors", "The median of the forks.", columns);
        for (Across<WorkloadResult> floor : floors) {
            Unit unit = Unit.of(floor.stream().toList());
            for (Across<SubjectResult> subject : floor.split(WorkloadResult::subjects, SubjectResult::subject)) {
                table.row(floor.any().title()).cell(jdk(subject));
                for (Machine machine : machines) {
                    subject.on(machine).ifPresentOrElse(on -> table.figure(median(on, unit)), table::noFigure);
                }
                table.endRow();
            }
        }
        table.end();
        new ForkPlots(html, machines, new Subjects(floors.stream().flatMap(Across::stream)
                .flatMap(floor -> floor.subjects().stream()).map(SubjectResult::subject)))
                .write(floors.stream().map(floor -> new NumberedWorkload("", floor)).toList());
        Failures failures = new Failures(html, machines);
        for (Machine machine : machines) {
            floors.forEach(floor -> floor.on(machine).ifPresent(on -> failures.write(machine, on)));
        }
        html.end();
    }

    /** Returns the version of the JDK if only one machine has it, else its feature release. */
    private String jdk(Across<SubjectResult> subject) {
        int feature = Subjects.feature(subject.any().subject());
        if (feature == Integer.MAX_VALUE) {
            return subject.any().subject();
        }
        return machines.get(0).results().environment().jdks().stream()
                .filter(jdk -> machines.size() == 1 && jdk.feature() == feature)
                .map(Environment.Java::version)
                .findFirst()
                .orElse(Integer.toString(feature));
    }

    private static String median(SubjectResult subject, Unit unit) {
        return subject.median() == null ? Words.noScore(subject) : unit.text(subject.median());
    }
}
