package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.result.Environment;
import dev.slipstream.lab.result.ExperimentResult;
import dev.slipstream.lab.result.PartResult;
import dev.slipstream.lab.result.ResultFiles;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.result.WorkloadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.openjdk.jmh.results.RunResult;

/**
 * Runs experiments and writes down what they find, after each part anew, so that a proof that is cut short leaves what it has.
 * For one use by one thread.
 */
public final class Prover {
    /** What starting a JVM and JMH in it adds to each fork. */
    private static final double FORK_SECONDS = 1.5;

    private final Bench bench;
    private final Path output;
    private final Progress.Factory progress;
    private final Schedule schedule = new Schedule();
    private final List<RunResult> jmh = new ArrayList<>();
    private final Set<Jdk> used = new LinkedHashSet<>();

    /**
     * Prepares, and runs nothing yet.
     *
     * @param bench the JDKs, the agent and the time there is
     * @param output the folder for results and logs, made if it is missing
     * @param progress how to show progress
     */
    public Prover(Bench bench, Path output, Progress.Factory progress) {
        this.bench = bench;
        this.output = output;
        this.progress = progress;
    }

    /**
     * Runs experiments.
     *
     * @param experiments which
     * @param chosen which of their parts
     * @return what they found
     * @throws IOException if results or logs cannot be written
     * @throws InterruptedException if interrupted; whatever runs is killed then
     */
    public Results prove(List<Experiment> experiments, Predicate<Part> chosen) throws IOException, InterruptedException {
        Path logs = Files.createDirectories(output.resolve("logs"));
        Map<Experiment, List<Part>> plan = new LinkedHashMap<>();
        for (Experiment experiment : experiments) {
            List<Part> parts = experiment.parts(bench).stream().filter(chosen).toList();
            plan.put(experiment, parts);
            parts.forEach(part -> schedule(experiment.remedy(), part));
        }
        Results results = new Results(
                Results.SCHEMA_VERSION,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                bench.size().name().toLowerCase(Locale.ROOT),
                Environment.here(used),
                new ArrayList<>());
        OrphanGuard guard = new OrphanGuard();
        try (Progress shown = progress.begin(schedule)) {
            for (Map.Entry<Experiment, List<Part>> entry : plan.entrySet()) {
                Experiment experiment = entry.getKey();
                List<PartResult> parts = new ArrayList<>();
                results.experiments().add(new ExperimentResult(experiment.remedy(), experiment.title(), parts));
                for (Part part : entry.getValue()) {
                    parts.add(run(experiment.remedy(), part, new StepRunner(bench, logs, schedule, shown)));
                    ResultFiles.write(output, results, jmh);
                }
            }
        } finally {
            guard.remove();
        }
        return results;
    }

    private void schedule(String remedy, Part part) {
        for (Workload workload : part.workloads()) {
            workload.subjects().forEach((subject, seconds) -> {
                double each = FORK_SECONDS + seconds * (workload.warmups() + workload.iterations());
                bench.jvm(subject, remedy, workload.jvmArgs()).ifPresent(jvm -> {
                    used.add(jvm.jdk());
                    schedule.add(workload.id() + " " + subject, workload.pairs(subject), each);
                });
            });
        }
        for (Scenario scenario : part.scenarios()) {
            scenario.subjects().forEach((subject, ending) -> {
                double each = ending == Scenario.Ending.HANG ? scenario.deadline().toSeconds() : FORK_SECONDS;
                bench.jvm(subject, remedy, scenario.jvmArgs()).ifPresent(jvm -> {
                    used.add(jvm.jdk());
                    schedule.add(scenario.id() + " " + subject, scenario.runs(subject), each);
                });
            });
        }
    }

    private PartResult run(String remedy, Part part, StepRunner steps) throws IOException, InterruptedException {
        List<WorkloadResult> workloads = new ArrayList<>();
        for (Workload workload : part.workloads()) {
            workloads.add(new WorkloadRun(remedy, workload, steps).run(jmh));
        }
        List<ScenarioResult> scenarios = new ArrayList<>();
        for (Scenario scenario : part.scenarios()) {
            for (Subject subject : scenario.subjects().keySet()) {
                steps.scenario(remedy, scenario, subject).ifPresent(scenarios::add);
            }
        }
        return new PartResult(part.id(), part.title(), workloads, scenarios);
    }
}
