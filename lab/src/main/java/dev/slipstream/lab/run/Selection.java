package dev.slipstream.lab.run;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.jdk.Jdk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Floors and chosen parts of experiments that a proof can run. Immutable. */
public final class Selection {
    /** The group of the floors' steps. */
    static final String FLOORS = "floor";

    /** The time that the start of a JVM and of JMH in it adds to each fork, in seconds. */
    private static final double FORK_SECONDS = 0.6;

    private final Bench bench;
    private final List<Workload> floors;
    private final Map<Experiment, List<Part>> experiments = new LinkedHashMap<>();

    /**
     * Creates a selection; runs nothing.
     *
     * @param bench the JDKs and the agent
     * @param floors the workloads to measure whatever the remedy
     * @param experiments the experiments
     * @param chosen returns what to measure of each of their parts
     */
    public Selection(Bench bench, List<Workload> floors, List<Experiment> experiments, Function<Part, Optional<Part>> chosen) {
        this.bench = bench;
        this.floors = List.copyOf(floors);
        for (Experiment experiment : experiments) {
            this.experiments.put(experiment,
                    experiment.parts(bench).stream().flatMap(part -> chosen.apply(part).stream()).toList());
        }
    }

    Bench bench() {
        return bench;
    }

    List<Workload> floors() {
        return floors;
    }

    Map<Experiment, List<Part>> experiments() {
        return experiments;
    }

    /**
     * Returns the JDKs that it runs.
     *
     * @return JDKs in ascending order
     */
    public List<Jdk> jdks() {
        Set<Integer> features = new TreeSet<>();
        steps().forEach(step -> features.add(step.subject().feature()));
        return features.stream().map(bench.jdks()::get).toList();
    }

    /**
     * Returns the JDKs that claims are about and that are not available.
     *
     * @return feature releases, in ascending order
     */
    public Set<Integer> missing() {
        Set<Integer> features = new TreeSet<>();
        experiments.values().stream().flatMap(List::stream).flatMap(part -> part.workloads().stream())
                .flatMap(workload -> workload.claims().stream())
                .forEach(claim -> features.addAll(List.of(claim.subject().feature(), claim.reference().feature())));
        features.removeAll(bench.jdks().keySet());
        return features;
    }

    /** Returns all steps that can run here. */
    List<Step> steps() {
        List<Step> all = new ArrayList<>();
        floors.forEach(workload -> add(FLOORS, workload, all));
        experiments.forEach((experiment, parts) -> parts.forEach(part -> {
            part.workloads().forEach(workload -> add(experiment.remedy(), workload, all));
            part.scenarios().forEach(scenario -> add(experiment.remedy(), scenario, all));
        }));
        return all;
    }

    private void add(String group, Workload workload, List<Step> all) {
        workload.subjects().keySet().stream()
                .filter(subject -> runs(group, workload, subject))
                .forEach(subject -> all.add(new Step(group, workload.id(), subject)));
    }

    private void add(String group, Scenario scenario, List<Step> all) {
        subjects(group, scenario).forEach(subject -> all.add(new Step(group, scenario.id(), subject)));
    }

    /** Returns the subjects that a scenario can run on here. */
    List<Subject> subjects(String group, Scenario scenario) {
        return scenario.subjects().keySet().stream()
                .filter(subject -> new Step(group, scenario.id(), subject).jvm(bench, scenario).isPresent()).toList();
    }

    /** Returns whether both sides of a claim can run here. */
    boolean runs(String group, Workload workload, Claim claim) {
        return runs(group, workload, claim.subject()) && runs(group, workload, claim.reference());
    }

    /** Returns whether a workload can run on a subject here. */
    boolean runs(String group, Workload workload, Subject subject) {
        return new Step(group, workload.id(), subject).jvm(bench, workload).isPresent();
    }

    /** Estimates the time of a fork of a workload, including the start of the JVM. */
    static double secondsEach(Workload workload, Subject subject) {
        return FORK_SECONDS + workload.seconds(subject);
    }

    /** Estimates the time of a run of a scenario. */
    static double secondsEach(Scenario scenario, Subject subject) {
        return scenario.subjects().get(subject) == Scenario.Ending.HANG ? scenario.deadline().toMillis() / 1e3 : FORK_SECONDS;
    }

    /**
     * Unit that is scheduled, runs repeatedly and has files of its own: a workload or a scenario on a subject.
     *
     * @param group the remedy, or another prefix that keeps the names of experiments apart
     * @param id the name of the workload or scenario
     * @param subject the subject
     */
    record Step(String group, String id, Subject subject) {

        /** Returns the JVM that runs it here; empty if its JDK or the agent is missing. */
        Optional<CommandLine> jvm(Bench bench, Workload workload) {
            return bench.jvm(subject, group, workload.benchmark(subject));
        }

        /** Returns the JVM that runs it here; empty if its JDK or the agent is missing. */
        Optional<CommandLine> jvm(Bench bench, Scenario scenario) {
            return bench.jvm(subject, group, scenario.jvmArgs());
        }

        /** Returns the prefix of its files' names. */
        String file() {
            return toString().replace(' ', '-');
        }

        /** Returns the name of its files of a round, without a suffix. */
        String file(int round) {
            return file() + "-" + (round + 1);
        }

        /** Returns the name that progress and messages show. */
        @Override
        public String toString() {
            return group + " " + id + " " + subject;
        }
    }
}
