package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Jvm;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.stats.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Runner of single steps, each with a log of its own, that keeps journal and progress up to date. */
final class StepRunner {
    /**
     * The time without an interrupt after which a failure is recorded. A Ctrl-C reaches the forked JVM too, which may end before
     * this thread is interrupted.
     */
    private static final long DOUBT_MILLIS = 300;

    private final Bench bench;
    private final Forks forks;
    private final Path logs;
    private final Journal journal;
    private final Progress progress;

    StepRunner(Bench bench, Forks forks, Path logs, Journal journal, Progress progress) {
        this.bench = bench;
        this.forks = forks;
        this.logs = logs;
        this.journal = journal;
        this.progress = progress;
    }

    /** Runs one fork, unless its subject cannot be run here. */
    void fork(Step step, Workload workload, int round) throws IOException, InterruptedException {
        Optional<Jvm> jvm = step.jvm(bench, workload);
        if (jvm.isEmpty()) {
            return;
        }
        progress.started(step.toString());
        Subject subject = step.subject();
        Fork fork = forks.run(
                workload.benchmark(subject), jvm.get(), workload.limit(subject), logs.resolve(step.file(round) + ".log"));
        if (fork.failure() != null) {
            Thread.sleep(DOUBT_MILLIS);
        }
        journal.add(step, round, fork);
        progress.ended(step.toString(), outcome(fork));
    }

    private static String outcome(Fork fork) {
        return fork.failure() != null ? fork.failure()
                : fork.unsteady() ? "no steady state in " + fork.iterations().size() + " iterations"
                : Numbers.significant(fork.score()) + " " + fork.unit().orElse("");
    }

    /** Runs a scenario once, unless its subject cannot be run here. */
    void scenario(Step step, Scenario scenario, int run) throws IOException, InterruptedException {
        Optional<Jvm> jvm = step.jvm(bench, scenario);
        if (jvm.isEmpty()) {
            return;
        }
        progress.started(step.toString());
        ScenarioRunner.Outcome outcome = ScenarioRunner.run(scenario, jvm.get(), logs.resolve(step.file(run) + ".log"));
        if (outcome.ending() == Scenario.Ending.WRONG) {
            Thread.sleep(DOUBT_MILLIS);
        }
        journal.add(step, run, outcome);
        progress.ended(step.toString(), outcome.ending().name().toLowerCase(Locale.ROOT));
    }
}
