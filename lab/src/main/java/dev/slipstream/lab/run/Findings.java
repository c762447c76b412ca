package dev.slipstream.lab.run;

import com.google.gson.JsonObject;
import dev.slipstream.lab.Axis;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Jvm;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.result.Controls;
import dev.slipstream.lab.result.ExperimentResult;
import dev.slipstream.lab.result.PartResult;
import dev.slipstream.lab.result.Results.Missing;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.result.SubjectResult;
import dev.slipstream.lab.result.WorkloadResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What the journal says of a plan, at any time: a function of the two. */
final class Findings {
    private final Plan plan;
    private final Journal journal;
    private final Judge judge;

    Findings(Plan plan, Journal journal, Judge judge) {
        this.plan = plan;
        this.journal = journal;
        this.judge = judge;
    }

    List<WorkloadResult> floors() {
        return plan.floors().stream().map(workload -> workload(Plan.FLOORS, workload)).filter(Optional::isPresent)
                .map(Optional::get).toList();
    }

    /** Experiments of which nothing has run are left out. */
    List<ExperimentResult> experiments() {
        List<ExperimentResult> results = new ArrayList<>();
        plan.experiments().forEach((experiment, parts) -> {
            List<PartResult> found = parts.stream().map(part -> part(experiment, part)).flatMap(Optional::stream).toList();
            results.add(new ExperimentResult(experiment.remedy(), experiment.title(), Controls.settle(found)));
        });
        return results;
    }

    /** What was planned and has not run. */
    List<Missing> missing() {
        return plan.planned().stream()
                .map(planned -> new Missing(planned.step().toString(), done(planned), planned.count()))
                .filter(step -> step.done() < step.planned())
                .toList();
    }

    private int done(Plan.Planned planned) {
        int done = journal.forks(planned.step()).size() + journal.outcomes(planned.step()).size();
        return Math.min(done, planned.count());
    }

    /** A record for each subject of each workload that has scores. */
    List<JsonObject> jmh() {
        List<JsonObject> records = new ArrayList<>();
        plan.planned().forEach(planned -> {
            List<JsonObject> forks =
                    journal.forks(planned.step()).values().stream().map(Fork::jmh).filter(Objects::nonNull).toList();
            if (!forks.isEmpty()) {
                records.add(JmhJson.merged(forks));
            }
        });
        return records;
    }

    private Optional<PartResult> part(Experiment experiment, Part part) {
        String group = experiment.remedy();
        List<WorkloadResult> workloads =
                part.workloads().stream().map(each -> workload(group, each)).flatMap(Optional::stream).toList();
        List<ScenarioResult> scenarios = part.scenarios().stream().flatMap(each -> scenario(group, each).stream()).toList();
        Axis axis = part.axis().orElse(null);
        return workloads.isEmpty() && scenarios.isEmpty()
                ? Optional.empty()
                : Optional.of(new PartResult(part.id(), part.title(), axis, part.guards(), workloads, scenarios));
    }

    private Optional<WorkloadResult> workload(String group, Workload workload) {
        List<SubjectResult> subjects = new ArrayList<>();
        String unit = "";
        for (Subject subject : workload.subjects().keySet()) {
            Step step = new Step(group, workload.id(), subject);
            Optional<List<String>> args = step.jvm(plan.bench(), workload).map(Jvm::args);
            Collection<Fork> forks = journal.forks(step).values();
            if (args.isPresent() && !forks.isEmpty()) {
                subjects.add(new SubjectResult(subject.toString(), args.get(), journal.forks(step).entrySet().stream()
                        .map(entry -> entry.getValue().result(entry.getKey()))
                        .toList()));
                unit = forks.stream().flatMap(fork -> fork.unit().stream()).findFirst().orElse(unit);
            }
        }
        boolean begun = !subjects.isEmpty() || workload.subjects().keySet().stream()
                .noneMatch(subject -> new Step(group, workload.id(), subject).jvm(plan.bench(), workload).isPresent());
        return begun
                ? Optional.of(new WorkloadResult(workload.id(), workload.title(), workload.benchmark().method(),
                        workload.benchmark().params(), workload.x().orElse(null), unit, subjects,
                        judge.claims(group, workload), workload.published()))
                : Optional.empty();
    }

    private List<ScenarioResult> scenario(String group, Scenario scenario) {
        List<ScenarioResult> results = new ArrayList<>();
        scenario.subjects().forEach((subject, expected) -> {
            Step step = new Step(group, scenario.id(), subject);
            Optional<List<String>> args = step.jvm(plan.bench(), scenario).map(Jvm::args);
            List<ScenarioRunner.Outcome> runs = List.copyOf(journal.outcomes(step).values());
            if (args.isPresent() && !runs.isEmpty()) {
                results.add(new ScenarioResult(scenario.id(), scenario.title(), subject.toString(), args.get(), expected,
                        runs.stream().map(ScenarioRunner.Outcome::ending).toList(),
                        runs.stream().map(ScenarioRunner.Outcome::seconds).toList(),
                        runs.stream().filter(run -> run.ending() != expected).map(ScenarioRunner.Outcome::output)
                                .findFirst().orElse("")));
            }
        });
        return results;
    }

    /** The claims that a measurement with more pairs may settle, by workload. */
    List<Open> open() {
        return workloads().stream().flatMap(each -> judge.open(each.group(), each.workload()).stream()).toList();
    }

    /** All workloads that claims are about. */
    List<Each> workloads() {
        List<Each> all = new ArrayList<>();
        plan.experiments().forEach((experiment, parts) -> parts.forEach(part ->
                part.workloads().forEach(workload -> all.add(new Each(experiment.remedy(), workload)))));
        return all;
    }

    Size size() {
        return plan.bench().size();
    }

    /** A workload and its remedy. */
    record Each(String group, Workload workload) {
        /** Unique in a run. */
        String name() {
            return group + " " + workload.id();
        }
    }

    /** A workload with undecided claims, and how many more pairs they probably need. */
    record Open(String group, Workload workload, List<Claim> claims, int morePairs) {
    }
}
