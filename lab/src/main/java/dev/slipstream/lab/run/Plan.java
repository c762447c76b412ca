package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.jdk.Jdk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** What a proof runs, in order: the floors, then the chosen parts of the experiments. Immutable. */
public final class Plan {
    /** The group of the floors' steps. */
    static final String FLOORS = "floor";

    /** What starting a JVM and JMH in it adds to each fork, in seconds. */
    private static final double FORK_SECONDS = 1.2;

    private final Bench bench;
    private final List<Workload> floors;
    private final Map<Experiment, List<Part>> experiments = new LinkedHashMap<>();

    /**
     * Plans, and runs nothing.
     *
     * @param bench the JDKs, the agent and the time there is
     * @param floors what to measure whatever the remedy
     * @param experiments which
     * @param chosen which of their parts
     */
    public Plan(Bench bench, List<Workload> floors, List<Experiment> experiments, Predicate<Part> chosen) {
        this.bench = bench;
        this.floors = List.copyOf(floors);
        for (Experiment experiment : experiments) {
            this.experiments.put(experiment, experiment.parts(bench).stream().filter(chosen).toList());
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
     * The JDKs that it runs.
     *
     * @return in ascending order
     */
    public List<Jdk> jdks() {
        Set<Integer> features = new TreeSet<>();
        for (Planned planned : planned()) {
            features.add(planned.step().subject().feature());
        }
        return features.stream().map(bench.jdks()::get).toList();
    }

    /**
     * How long it will probably take.
     *
     * @return seconds
     */
    public double seconds() {
        return planned().stream().mapToDouble(planned -> planned.count() * planned.secondsEach()).sum();
    }

    /** Steps of one kind. */
    record Planned(Step step, int count, double secondsEach) {
    }

    /** Everything that can be run here. */
    List<Planned> planned() {
        List<Planned> all = new ArrayList<>();
        floors.forEach(workload -> add(FLOORS, workload, all));
        experiments.forEach((experiment, parts) -> parts.forEach(part -> {
            part.workloads().forEach(workload -> add(experiment.remedy(), workload, all));
            part.scenarios().forEach(scenario -> add(experiment.remedy(), scenario, all));
        }));
        return all;
    }

    private void add(String group, Workload workload, List<Planned> all) {
        for (Subject subject : workload.subjects().keySet()) {
            Step step = new Step(group, workload.id(), subject);
            if (step.jvm(bench, workload).isPresent()) {
                all.add(new Planned(step, workload.pairs(subject), secondsEach(workload, subject)));
            }
        }
    }

    private void add(String group, Scenario scenario, List<Planned> all) {
        for (Subject subject : scenario.subjects().keySet()) {
            Step step = new Step(group, scenario.id(), subject);
            if (step.jvm(bench, scenario).isPresent()) {
                boolean hangs = scenario.subjects().get(subject) == Scenario.Ending.HANG;
                double each = hangs ? scenario.deadline().toMillis() / 1e3 : FORK_SECONDS;
                all.add(new Planned(step, scenario.runs(subject), each));
            }
        }
    }

    /** What a fork of a workload takes, the start of the JVM included. */
    static double secondsEach(Workload workload, Subject subject) {
        return FORK_SECONDS + workload.seconds(subject);
    }

    /** The rounds of a workload: in each the subjects that take part, in the order of their turn. */
    static List<List<Subject>> rounds(Workload workload) {
        List<Subject> subjects = List.copyOf(workload.subjects().keySet());
        int rounds = subjects.stream().mapToInt(workload::pairs).max().orElse(0);
        return IntStream.range(0, rounds)
                .mapToObj(round -> Rounds.order(
                        subjects.stream().filter(subject -> round < workload.pairs(subject)).toList(), round))
                .toList();
    }
}
