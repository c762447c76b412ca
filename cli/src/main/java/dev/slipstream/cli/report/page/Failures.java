package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import java.util.ArrayList;
import java.util.List;

/** Lists failures, each with the end of its output. */
final class Failures {
    private final Html html;
    private final List<Machine> machines;

    /** A failure. */
    private record Failure(String what, String output) {}

    Failures(Html html, List<Machine> machines) {
        this.html = html;
        this.machines = machines;
    }

    /** Writes the failures of an experiment. */
    void write(Across<ExperimentResult> experiment) {
        List<Failure> all = new ArrayList<>();
        for (Machine machine : machines) {
            experiment.on(machine).stream().flatMap(each -> each.parts().stream()).forEach(part -> {
                part.workloads().forEach(workload -> forks(machine, workload, all));
                part.scenarios().forEach(scenario -> scenario(machine, scenario, all));
            });
        }
        if (!all.isEmpty()) {
            html.element("h3", "What failed");
            write(all);
        }
    }

    /** Writes the failures of a floor. */
    void write(Machine machine, WorkloadResult floor) {
        List<Failure> all = new ArrayList<>();
        forks(machine, floor, all);
        write(all);
    }

    private void write(List<Failure> all) {
        for (Failure failure : all) {
            html.open("details", "class", "failure").element("summary", failure.what());
            html.element("pre", failure.output());
            html.end();
        }
    }

    private void forks(Machine machine, WorkloadResult workload, List<Failure> all) {
        for (SubjectResult subject : workload.subjects()) {
            for (ForkResult fork : subject.forks()) {
                if (fork.failure() != null) {
                    String first = fork.failure().lines().findFirst().orElse("failed");
                    all.add(new Failure(on(machine) + workload.id() + ", " + subject.subject() + ", pair " + (fork.round() + 1)
                            + ": " + first, fork.failure()));
                }
            }
        }
    }

    private void scenario(Machine machine, ScenarioResult scenario, List<Failure> all) {
        if (!scenario.output().isEmpty()) {
            all.add(new Failure(on(machine) + scenario.id() + ", " + scenario.subject() + ": "
                    + Words.ending(scenario), scenario.output()));
        }
    }

    private String on(Machine machine) {
        return machines.size() == 1 ? "" : machine.label() + ", ";
    }
}
