package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Jvm;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.stats.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Runs single steps, each with a log of its own, and keeps schedule and progress up to date. */
final class StepRunner {
    private final Bench bench;
    private final Path logs;
    private final Schedule schedule;
    private final Progress progress;

    StepRunner(Bench bench, Path logs, Schedule schedule, Progress progress) {
        this.bench = bench;
        this.logs = logs;
        this.schedule = schedule;
        this.progress = progress;
    }

    /** The JVM arguments of a subject, or empty if it cannot be run here. */
    Optional<List<String>> args(String remedy, Workload workload, Subject subject) {
        return bench.jvm(subject, remedy, workload.jvmArgs()).map(Jvm::args);
    }

    /** Runs one fork; empty if the subject cannot be run here. */
    Optional<Fork> fork(String remedy, Workload workload, Subject subject, int round) throws InterruptedException {
        Optional<Jvm> jvm = bench.jvm(subject, remedy, workload.jvmArgs());
        if (jvm.isEmpty()) {
            return Optional.empty();
        }
        String step = workload.id() + " " + subject;
        progress.started(step);
        long start = System.nanoTime();
        Fork fork = ForkRunner.run(workload, jvm.get(), workload.limit(subject), log(step, round));
        schedule.done(step, (System.nanoTime() - start) / 1e9);
        String score = fork.jmh().isPresent()
                ? Numbers.significant(fork.score()) + " " + fork.unit().orElse("")
                : fork.failure().orElse("");
        progress.ended(step, score);
        return Optional.of(fork);
    }

    /** Runs a scenario as often as its subject must; empty if the subject cannot be run here. */
    Optional<ScenarioResult> scenario(String remedy, Scenario scenario, Subject subject)
            throws IOException, InterruptedException {
        Optional<Jvm> jvm = bench.jvm(subject, remedy, scenario.jvmArgs());
        if (jvm.isEmpty()) {
            return Optional.empty();
        }
        String step = scenario.id() + " " + subject;
        Ending expected = scenario.subjects().get(subject);
        List<Ending> endings = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        String output = "";
        for (int run = 0; run < scenario.runs(subject); run++) {
            progress.started(step);
            Path log = log(step, run);
            ScenarioRunner.Outcome outcome = ScenarioRunner.run(scenario, jvm.get(), log);
            endings.add(outcome.ending());
            seconds.add(outcome.seconds());
            if (outcome.ending() != expected && output.isEmpty()) {
                output = OutputTail.of(log);
            }
            schedule.done(step, outcome.seconds());
            progress.ended(step, outcome.ending().name().toLowerCase(Locale.ROOT));
        }
        return Optional.of(new ScenarioResult(scenario.id(), scenario.title(), subject.toString(),
                jvm.get().args(), expected, endings, seconds, output));
    }

    private Path log(String step, int run) {
        return logs.resolve(step.replace(' ', '-') + "-" + (run + 1) + ".log");
    }
}
