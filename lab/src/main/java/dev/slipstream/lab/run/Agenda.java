package dev.slipstream.lab.run;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.result.Results.Remaining;
import dev.slipstream.lab.run.Selection.Step;
import dev.slipstream.lab.stats.Judgement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Schedule of a proof: headline claims first, then their controls, floors, other claims, and workloads without claims. Within each
 * tier the task with the lowest estimated time to a decision runs next. Every headline claim is judged once before any of them gets
 * more pairs. The schedule depends only on selection and journal.
 */
final class Agenda {
    private final Selection selection;
    private final StepJournal journal;
    private final Judge judge;

    Agenda(Selection selection, StepJournal journal, Judge judge) {
        this.selection = selection;
        this.journal = journal;
        this.judge = judge;
    }

    /** Priority of a task, highest first. */
    enum Tier {
        /** Headline claims and scenarios until each can be judged. */
        HEADLINE,
        /** Headline claims that are still undecided. */
        UNDECIDED_HEADLINE,
        /** Controls among the headlines. */
        CONTROL,
        FLOOR,
        CLAIM,
        /** Subjects without claims. */
        SHOWN;

        boolean headline() {
            return this == HEADLINE || this == UNDECIDED_HEADLINE;
        }
    }

    /**
     * Rounds of a workload, or all missing runs of a scenario.
     *
     * @param tier its priority
     * @param group the group of its steps
     * @param workload null for a scenario
     * @param scenario null for a workload
     * @param claims the claims of the workload that it is to decide
     * @param steps the steps of each round, in order
     * @param rounds the number of rounds wanted
     * @param fewest the smallest useful number of rounds
     * @param secondsEach the time that a round takes, in seconds
     */
    record Task(Tier tier, String group, Workload workload, Scenario scenario, List<Claim> claims, List<Step> steps, int rounds,
            int fewest, double secondsEach) {
        double seconds() {
            return rounds * secondsEach;
        }

        boolean fits(double secondsLeft) {
            return fewest * secondsEach <= secondsLeft;
        }
    }

    /**
     * Returns the task to run next.
     *
     * @param secondsLeft the time that it may take
     * @return empty if no remaining task fits
     */
    Optional<Task> next(double secondsLeft) {
        return tasks().stream()
                .filter(task -> task.fits(secondsLeft))
                .min(Comparator.comparing(Task::tier).thenComparingDouble(Task::seconds));
    }

    /** Returns all remaining tasks, as results show them. */
    List<Remaining> remaining() {
        return tasks().stream().map(task -> task.workload() == null
                ? new Remaining(task.group(), task.scenario().id(), task.scenario().title(), task.tier().headline(),
                        task.steps().size(), 0, 1, rounded(task.seconds()))
                : new Remaining(task.group(), task.workload().id(), task.workload().title(), task.tier().headline(),
                        task.claims().size(),
                        task.steps().stream().mapToInt(step -> journal.forks(step).size()).min().orElse(0),
                        task.rounds(), rounded(task.seconds())))
                .toList();
    }

    private static double rounded(double seconds) {
        return Math.round(10 * seconds) / 10.0;
    }

    private List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (Workload floor : selection.floors()) {
            shown(Tier.FLOOR, Selection.FLOORS, floor).ifPresent(tasks::add);
        }
        for (Map.Entry<Experiment, List<Part>> entry : selection.experiments().entrySet()) {
            String group = entry.getKey().remedy();
            for (Part part : entry.getValue()) {
                for (Workload workload : part.workloads()) {
                    open(Tier.HEADLINE, group, workload, Claim::isHeadlineClaim).ifPresent(tasks::add);
                    open(Tier.CONTROL, group, workload, claim -> claim.headline() && !claim.isHeadlineClaim())
                            .ifPresent(tasks::add);
                    open(Tier.CLAIM, group, workload, claim -> !claim.headline()).ifPresent(tasks::add);
                    shown(Tier.SHOWN, group, workload).ifPresent(tasks::add);
                }
                for (Scenario scenario : part.scenarios()) {
                    missing(group, scenario).ifPresent(tasks::add);
                }
            }
        }
        return tasks;
    }

    /** Returns the task for the undecided claims of a workload that more pairs may settle. */
    private Optional<Task> open(Tier tier, String group, Workload workload, Predicate<Claim> chosen) {
        Map<Claim, Integer> claims = new LinkedHashMap<>();
        for (Claim claim : workload.claims()) {
            if (chosen.test(claim) && selection.runs(group, workload, claim)) {
                OptionalInt more = judge.morePairs(group, workload, claim);
                more.ifPresent(pairs -> {
                    if (pairs > 0) {
                        claims.put(claim, pairs);
                    }
                });
            }
        }
        Set<Subject> subjects = new LinkedHashSet<>();
        // Subjects keep the order of the workload: stock before those compared with it.
        workload.subjects().keySet().stream().filter(subject -> claims.keySet().stream()
                .anyMatch(claim -> claim.subject().equals(subject) || claim.reference().equals(subject))).forEach(subjects::add);
        int rounds = claims.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return task(tier, group, workload, List.copyOf(claims.keySet()), subjects, rounds);
    }

    /** Returns the task for the subjects of a workload that have no claims. */
    private Optional<Task> shown(Tier tier, String group, Workload workload) {
        Set<Subject> subjects = new LinkedHashSet<>();
        int rounds = 0;
        for (Subject subject : workload.subjects().keySet()) {
            int missing = workload.pairs(subject) - journal.forks(new Step(group, workload.id(), subject)).size();
            boolean claimed = workload.claims().stream()
                    .anyMatch(claim -> claim.subject().equals(subject) || claim.reference().equals(subject));
            if (missing > 0 && !claimed && selection.runs(group, workload, subject)) {
                subjects.add(subject);
                rounds = Math.max(rounds, missing);
            }
        }
        return task(tier, group, workload, List.of(), subjects, rounds);
    }

    private Optional<Task> task(
            Tier tier, String group, Workload workload, List<Claim> claims, Set<Subject> subjects, int rounds) {
        if (subjects.isEmpty()) {
            return Optional.empty();
        }
        List<Step> steps = subjects.stream().map(subject -> new Step(group, workload.id(), subject)).toList();
        int known = steps.stream().mapToInt(step -> journal.forks(step).size()).min().orElseThrow();
        int fewest = claims.isEmpty() ? 1 : Math.max(1, Math.min(rounds, Judgement.FEWEST_PAIRS - known));
        double each = steps.stream()
                .mapToDouble(step -> journal.secondsEach(step).orElse(Selection.secondsEach(workload, step.subject())))
                .sum();
        boolean judged = tier == Tier.HEADLINE && known >= Judgement.FEWEST_PAIRS;
        return Optional.of(
                new Task(judged ? Tier.UNDECIDED_HEADLINE : tier, group, workload, null, claims, steps, rounds, fewest, each));
    }

    private Optional<Task> missing(String group, Scenario scenario) {
        List<Step> steps = new ArrayList<>();
        double seconds = 0;
        for (Subject subject : selection.subjects(group, scenario)) {
            Step step = new Step(group, scenario.id(), subject);
            int missing = scenario.runs(subject) - journal.outcomes(step).size();
            if (missing > 0) {
                steps.add(step);
                seconds += missing * Selection.secondsEach(scenario, subject);
            }
        }
        Tier tier = scenario.headline() ? Tier.HEADLINE : Tier.CLAIM;
        return steps.isEmpty()
                ? Optional.empty()
                : Optional.of(new Task(tier, group, null, scenario, List.of(), steps, 1, 1, seconds));
    }
}
