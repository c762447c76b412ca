package dev.slipstream.lab.run;

import dev.slipstream.lab.run.Selection.Step;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.ResultFiles;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runner of a selection that writes results as it goes. It does not repeat steps that have run before in the same folder, so a proof
 * that was stopped continues. For one use by one thread.
 */
public final class Prover {
    private final Selection selection;
    private final Heading heading;
    private final Path output;
    private final Progress.Factory progress;
    private final Forks forks;
    private final LongSupplier nanoTime;

    /**
     * Creates a prover; runs nothing yet.
     *
     * @param selection the selection to run
     * @param heading the description of the run
     * @param output the folder for results, journal and logs, created if it is missing
     * @param progress the factory of the progress display
     */
    public Prover(Selection selection, Heading heading, Path output, Progress.Factory progress) {
        this(selection, heading, output, progress, ForkRunner::run, System::nanoTime);
    }

    /** Creates a prover with substitutes for forks and clock. */
    Prover(Selection selection, Heading heading, Path output, Progress.Factory progress, Forks forks, LongSupplier nanoTime) {
        this.forks = forks;
        this.nanoTime = nanoTime;
        this.selection = selection;
        this.heading = heading;
        this.output = output;
        this.progress = progress;
    }

    /**
     * Runs tasks in the order of {@link Agenda} until none fits into the budget.
     *
     * @param budget the time that the whole proof may take, including the time that it took before a stop
     * @return the results; if the thread was interrupted, the results until then. The thread is still interrupted then, and the
     *     step that ran was killed
     * @throws IOException if results, journal or logs cannot be written
     */
    public Results prove(Duration budget) throws IOException {
        Path logs = Files.createDirectories(output.resolve("logs"));
        StepJournal journal = new StepJournal(output.resolve("forks"));
        for (Step step : selection.steps()) {
            journal.load(step);
        }
        Judge judge = new Judge(journal);
        Evaluation evaluation = new Evaluation(selection, journal, judge);
        Agenda agenda = new Agenda(selection, journal, judge);
        Clock clock = new Clock(budget, journal.seconds(), nanoTime);
        // Without this hook a scenario that hangs would outlive a Ctrl-C for ever.
        Thread forkKiller = new Thread(Prover::killChildren, "fork-killer");
        Runtime.getRuntime().addShutdownHook(forkKiller);
        try (Progress shown = progress.begin(clock)) {
            shown.stands(evaluation.standing());
            StepRunner steps = new StepRunner(selection.bench(), forks, logs, journal, shown);
            for (Optional<Agenda.Task> next = agenda.next(clock.left()); next.isPresent(); next = agenda.next(clock.left())) {
                if (next.get() instanceof Agenda.Rounds rounds) {
                    run(rounds, steps, journal, clock);
                    judge.recordLook(rounds);
                } else {
                    run((Agenda.Runs) next.get(), steps, journal);
                }
                shown.stands(evaluation.standing());
                write(false, evaluation, agenda, clock);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            remove(forkKiller);
        }
        return write(!Thread.currentThread().isInterrupted(), evaluation, agenda, clock);
    }

    private static void killChildren() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return;
        }
    }

    /** Writes the results so far, which replace those that were written before. */
    private Results write(boolean ended, Evaluation evaluation, Agenda agenda, Clock clock) throws IOException {
        Results results = new Results(Results.SCHEMA, Results.SCHEMA_VERSION, heading.version(), heading.command(),
                heading.started(), Math.round(10 * clock.elapsed()) / 10.0, clock.budget(), ended, agenda.remaining(),
                heading.environment().get(), evaluation.floors(), evaluation.experiments());
        ResultFiles.write(output, results, JmhJson.file(evaluation.jmh()));
        return results;
    }

    private static void run(Agenda.Runs task, StepRunner steps, StepJournal journal) throws IOException, InterruptedException {
        for (Step step : task.steps()) {
            for (int run = journal.outcomes(step).size(); run < task.scenario().runs(step.subject()); run++) {
                steps.scenario(step, task.scenario(), run);
            }
        }
    }

    private static void run(Agenda.Rounds task, StepRunner steps, StepJournal journal, Clock clock)
            throws IOException, InterruptedException {
        // The forks of a round run back to back, so forks that ran earlier for another claim are not reused.
        int first = task.steps().stream().map(journal::forks).filter(known -> !known.isEmpty())
                .mapToInt(known -> known.lastKey() + 1).max().orElse(0);
        // Few pairs estimate the needed number poorly, so a batch at most doubles them before the next look.
        int rounds = first == 0 ? task.count() : Math.min(task.count(), Math.max(Judgement.FEWEST_PAIRS, first));
        for (int round = first; round < first + rounds; round++) {
            if (round >= first + task.fewest() && task.secondsEach() > clock.left()) {
                return;
            }
            for (Step step : order(task.steps(), round)) {
                steps.fork(step, task.workload(), round);
            }
        }
    }

    /**
     * Returns the order of the forks of one round, in which each subject runs once. It is reversed in every second round (A B, B A,
     * A B, ...), so that a machine that gets slower as it warms up favours no subject.
     *
     * @param subjects the participants
     * @param round the number of the round, from 0
     */
    static <T> List<T> order(List<T> subjects, int round) {
        List<T> order = new ArrayList<>(subjects);
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    /**
     * Description of a run in its results, besides the evaluation.
     *
     * @param version Slipstream's version, empty if unknown
     * @param command the words of the command line
     * @param started the start time, as ISO 8601 in UTC
     * @param environment the environment as far as it is known at the time of the call
     */
    public record Heading(String version, List<String> command, String started, Supplier<Environment> environment) {}

    /** Strategy that runs forks: {@link ForkRunner}, or a test's substitute. */
    @FunctionalInterface
    interface Forks {
        Fork run(Benchmark benchmark, CommandLine jvm, Duration limit, Path log) throws InterruptedException;
    }

    /** Clock of a proof, which excludes pauses between a stop and its resumption. Thread-safe. */
    public static final class Clock {
        private final double budget;
        private final double before;
        private final LongSupplier nanoTime;
        private final long start;

        /**
         * Starts the clock.
         *
         * @param budget the time that the proof may take
         * @param before the time that it took before it was resumed, in seconds
         * @param nanoTime {@link System#nanoTime}, or a test's substitute
         */
        Clock(Duration budget, double before, LongSupplier nanoTime) {
            this.budget = budget.toMillis() / 1e3;
            this.before = before;
            this.nanoTime = nanoTime;
            this.start = nanoTime.getAsLong();
        }

        /**
         * Returns the time that the proof may take.
         *
         * @return seconds
         */
        public double budget() {
            return budget;
        }

        /**
         * Returns the time that the proof has taken.
         *
         * @return seconds
         */
        public double elapsed() {
            return before + (nanoTime.getAsLong() - start) / 1e9;
        }

        /**
         * Returns the time that the proof may still take.
         *
         * @return seconds, negative once the time is up
         */
        public double left() {
            return budget - elapsed();
        }
    }

    /** Runner of single steps, each with a log of its own, that keeps journal and progress up to date. */
    private static final class StepRunner {
        /**
         * The time without an interrupt after which a failure is recorded. A Ctrl-C reaches the forked JVM too, which may end
         * before this thread is interrupted.
         */
        private static final long DOUBT_MILLIS = 300;

        private final Bench bench;
        private final Forks forks;
        private final Path logs;
        private final StepJournal journal;
        private final Progress progress;

        StepRunner(Bench bench, Forks forks, Path logs, StepJournal journal, Progress progress) {
            this.bench = bench;
            this.forks = forks;
            this.logs = logs;
            this.journal = journal;
            this.progress = progress;
        }

        /** Runs one fork, unless its subject cannot be run here. */
        void fork(Step step, Workload workload, int round) throws IOException, InterruptedException {
            Optional<CommandLine> jvm = step.jvm(bench, workload);
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
            if (fork.failure() != null) {
                return fork.failure();
            }
            String steady = fork.unsteady() ? "no steady state in " + fork.iterations().size() + " iterations" : "";
            String levels = fork.range().map(range -> range.isPoint()
                    ? Numbers.significant(range.low())
                    : Numbers.significant(range.low()) + " to " + Numbers.significant(range.high()))
                    .map(range -> range + " " + fork.unit().orElse("")).orElse("");
            return levels + (steady.isEmpty() || levels.isEmpty() ? "" : ", ") + steady;
        }

        /** Runs a scenario once, unless its subject cannot be run here. */
        void scenario(Step step, Scenario scenario, int run) throws IOException, InterruptedException {
            Optional<CommandLine> jvm = step.jvm(bench, scenario);
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
}
