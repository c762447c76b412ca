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

/** Runs single steps that have not run yet, each with a log of its own, and keeps journal, schedule and progress up to date. */
final class StepRunner {
    /**
     * A Ctrl-C reaches the forked JVM too, which may end before we have heard of it: a failure is believed only after so long
     * without an interrupt.
     */
    private static final long DOUBT_MILLIS = 300;

    private final Bench bench;
    private final Forks forks;
    private final Path logs;
    private final Journal journal;
    private final Schedule schedule;
    private final Progress progress;

    StepRunner(Bench bench, Forks forks, Path logs, Journal journal, Schedule schedule, Progress progress) {
        this.bench = bench;
        this.forks = forks;
        this.logs = logs;
        this.journal = journal;
        this.schedule = schedule;
        this.progress = progress;
    }

    /** Runs one fork, unless it has run or its subject cannot be run here. */
    void fork(Step step, Workload workload, int round) throws IOException, InterruptedException {
        Optional<Jvm> jvm = step.jvm(bench, workload);
        if (jvm.isEmpty()) {
            return;
        }
        Fork known = journal.forks(step).get(round);
        if (known != null) {
            schedule.done(step.toString(), known.seconds());
            progress.skipped();
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
        schedule.done(step.toString(), fork.seconds());
        progress.ended(step.toString(), fork.failure() == null
                ? Numbers.significant(fork.score()) + " " + fork.unit().orElse("")
                : fork.failure());
    }

    /** Runs a scenario once, unless it has run or its subject cannot be run here. */
    void scenario(Step step, Scenario scenario, int run) throws IOException, InterruptedException {
        Optional<Jvm> jvm = step.jvm(bench, scenario);
        if (jvm.isEmpty()) {
            return;
        }
        ScenarioRunner.Outcome known = journal.outcomes(step).get(run);
        if (known != null) {
            schedule.done(step.toString(), known.seconds());
            progress.skipped();
            return;
        }
        progress.started(step.toString());
        ScenarioRunner.Outcome outcome = ScenarioRunner.run(scenario, jvm.get(), logs.resolve(step.file(run) + ".log"));
        if (outcome.ending() == Scenario.Ending.WRONG) {
            Thread.sleep(DOUBT_MILLIS);
        }
        journal.add(step, run, outcome);
        schedule.done(step.toString(), outcome.seconds());
        progress.ended(step.toString(), outcome.ending().name().toLowerCase(Locale.ROOT));
    }
}
