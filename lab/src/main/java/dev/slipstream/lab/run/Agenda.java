package dev.slipstream.lab.run;

import dev.slipstream.lab.run.Selection.Step;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.stats.Judgement;
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

    /** Part of the proof that runs at once. */
    sealed interface Task {
        Tier tier();

        /** Returns its estimated time, in seconds. */
        double seconds();

        boolean fits(double secondsLeft);
    }

    /**
     * Rounds of a workload.
     *
     * @param tier its priority
     * @param group the group of its steps
     * @param workload the workload
     * @param claims the claims of the workload that it is to decide
     * @param steps the steps of each round, in order
     * @param count the number of rounds wanted
     * @param fewest the smallest useful number of rounds
     * @param secondsEach the time that a round takes, in seconds
     */
    record Rounds(Tier tier, String group, Workload workload, List<Claim> claims, List<Step> steps, int count, int fewest,
            double secondsEach) implements Task {
        @Override
        public double seconds() {
            return count * secondsEach;
        }

        @Override
        public boolean fits(double secondsLeft) {
            return fewest * secondsEach <= secondsLeft;
        }
    }

    /**
     * All missing runs of a scenario.
     *
     * @param tier its priority
     * @param group the group of its steps
     * @param scenario the scenario
     * @param steps its steps with missing runs
     * @param seconds the time that they take, in seconds
     */
    record Runs(Tier tier, String group, Scenario scenario, List<Step> steps, double seconds) implements Task {
        @Override
        public boolean fits(double secondsLeft) {
            return seconds <= secondsLeft;
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
        return tasks().stream().map(this::remaining).toList();
    }

    private Remaining remaining(Task task) {
        if (task instanceof Rounds rounds) {
            return new Remaining(rounds.group(), rounds.workload().id(), rounds.workload().title(), rounds.tier().headline(),
                    rounds.claims().size(),
                    rounds.steps().stream().mapToInt(step -> journal.forks(step).size()).min().orElse(0),
                    rounds.count(), rounded(rounds.seconds()));
        }
        Runs runs = (Runs) task;
        return new Remaining(runs.group(), runs.scenario().id(), runs.scenario().title(), runs.tier().headline(),
                runs.steps().size(), 0, 1, rounded(runs.seconds()));
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
        Tier own = judged ? Tier.UNDECIDED_HEADLINE : tier;
        return Optional.of(new Rounds(own, group, workload, claims, steps, rounds, fewest, each));
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
                : Optional.of(new Runs(tier, group, scenario, steps, seconds));
    }
}
