package dev.slipstream.lab.run;

import com.google.gson.JsonObject;
import dev.slipstream.lab.run.Progress.Standing;
import dev.slipstream.lab.run.Selection.Step;
import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Records;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results of a selection at any time, computed from the selection and its journal alone. */
final class Evaluation {
    private final Selection selection;
    private final StepJournal journal;
    private final Judge judge;

    Evaluation(Selection selection, StepJournal journal, Judge judge) {
        this.selection = selection;
        this.journal = journal;
        this.judge = judge;
    }

    List<WorkloadResult> floors() {
        return selection.floors().stream().map(workload -> workload(Selection.FLOORS, workload)).filter(Optional::isPresent)
                .map(Optional::get).toList();
    }

    /** Returns all experiments. An experiment that has not run at all has no parts. */
    List<ExperimentResult> experiments() {
        List<ExperimentResult> results = new ArrayList<>();
        selection.experiments().forEach((experiment, parts) -> {
            List<PartResult> found = parts.stream().map(part -> part(experiment, part)).flatMap(Optional::stream).toList();
            results.add(new ExperimentResult(experiment.remedy(), experiment.title(), settle(found)));
        });
        return results;
    }

    /**
     * Withdraws the verdicts that a moved control invalidates. Something other than the remedy made a difference, so the figures
     * beside the control are not credible: the claims of its workload, and those of the parts that its part covers, become
     * undecided.
     *
     * @param parts the parts of one experiment, with the verdicts that follow from the intervals alone
     * @return the same parts with the final verdicts
     */
    static List<PartResult> settle(List<PartResult> parts) {
        List<PartResult> settled = new ArrayList<>();
        for (PartResult part : parts) {
            Optional<String> elsewhere = parts.stream()
                    .filter(other -> other.covers().contains(part.id()))
                    .flatMap(other -> other.workloads().stream())
                    .flatMap(workload -> moved(workload).stream())
                    .findFirst();
            settled.add(Records.with(part, PartResult::workloads,
                    part.workloads().stream().map(workload -> settle(workload, moved(workload).or(() -> elsewhere))).toList()));
        }
        return settled;
    }

    private static WorkloadResult settle(WorkloadResult of, Optional<String> moved) {
        return moved.isEmpty() ? of : Records.with(of, WorkloadResult::claims, of.claims().stream()
                .map(claim -> claim.role() == Claim.Role.CLAIM && claim.interval() != null
                        ? claim.undecided("control moved: " + moved.get()) : claim)
                .toList());
    }

    private static Optional<String> moved(WorkloadResult workload) {
        return workload.claims().stream()
                .filter(claim -> claim.role() == Claim.Role.CONTROL && claim.verdict() == Verdict.REFUTED)
                .map(claim -> workload.id()).findFirst();
    }

    /** Returns JMH's record for each subject of each workload that has scores. */
    List<JsonObject> jmh() {
        List<JsonObject> records = new ArrayList<>();
        for (Step step : selection.steps()) {
            List<JsonObject> forks =
                    journal.forks(step).values().stream().flatMap(fork -> fork.steadyJmh().stream()).toList();
            if (!forks.isEmpty()) {
                records.add(JmhJson.merged(forks));
            }
        }
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
                : Optional.of(new PartResult(part.id(), part.title(), axis, part.covers(), workloads, scenarios));
    }

    private Optional<WorkloadResult> workload(String group, Workload workload) {
        List<SubjectResult> subjects = new ArrayList<>();
        String unit = "";
        for (Subject subject : workload.subjects().keySet()) {
            Step step = new Step(group, workload.id(), subject);
            Optional<List<String>> args = step.jvm(selection.bench(), workload).map(CommandLine::args);
            Collection<Fork> forks = journal.forks(step).values();
            if (args.isPresent() && !forks.isEmpty()) {
                subjects.add(new SubjectResult(subject.toString(), args.get(), journal.forks(step).entrySet().stream()
                        .map(entry -> entry.getValue().result(entry.getKey()))
                        .toList()));
                unit = forks.stream().flatMap(fork -> fork.unit().stream()).findFirst().orElse(unit);
            }
        }
        return subjects.isEmpty()
                ? Optional.empty()
                : Optional.of(new WorkloadResult(workload.id(), workload.title(), workload.benchmark().method(),
                        workload.benchmark().params(), workload.x().orElse(null), unit, subjects,
                        judge.claims(group, workload), workload.published()));
    }

    private List<ScenarioResult> scenario(String group, Scenario scenario) {
        List<ScenarioResult> results = new ArrayList<>();
        scenario.subjects().forEach((subject, expected) -> {
            Step step = new Step(group, scenario.id(), subject);
            Optional<List<String>> args = step.jvm(selection.bench(), scenario).map(CommandLine::args);
            List<ScenarioRunner.Outcome> runs = List.copyOf(journal.outcomes(step).values());
            if (args.isPresent() && !runs.isEmpty()) {
                results.add(new ScenarioResult(scenario.id(), scenario.title(), subject.toString(), scenario.headline(),
                        args.get(), expected,
                        runs.stream().map(ScenarioRunner.Outcome::ending).toList(),
                        runs.stream().map(ScenarioRunner.Outcome::seconds).toList(),
                        runs.stream().filter(run -> run.ending() != expected).map(ScenarioRunner.Outcome::output)
                                .findFirst().orElse("")));
            }
        });
        return results;
    }

    /** Counts the decided claims and scenarios of the selection, and the headlines among those that can run here. */
    Standing standing() {
        int decided = 0;
        int headlines = 0;
        int decidedHeadlines = 0;
        for (PartResult part : experiments().stream().flatMap(each -> each.parts().stream()).toList()) {
            for (ClaimResult claim : part.workloads().stream().flatMap(workload -> workload.claims().stream()).toList()) {
                boolean settled = claim.verdict() != Verdict.UNDECIDED;
                decided += settled ? 1 : 0;
                decidedHeadlines += settled && claim.headline() && claim.role() == Claim.Role.CLAIM ? 1 : 0;
            }
            decided += part.scenarios().size();
            decidedHeadlines += (int) part.scenarios().stream().filter(ScenarioResult::headline).count();
        }
        for (Map.Entry<Experiment, List<Part>> experiment : selection.experiments().entrySet()) {
            String group = experiment.getKey().remedy();
            for (Part part : experiment.getValue()) {
                for (Workload workload : part.workloads()) {
                    headlines += (int) workload.claims().stream()
                            .filter(claim -> claim.isHeadlineClaim() && selection.runs(group, workload, claim)).count();
                }
                headlines += part.scenarios().stream().filter(Scenario::headline)
                        .mapToInt(scenario -> selection.subjects(group, scenario).size()).sum();
            }
        }
        return new Standing(decidedHeadlines, headlines, decided);
    }
}
