package dev.slipstream.lab.run;

import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.stats.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Runner of a plan that writes results as it goes. It does not repeat steps that have run before in the same folder, so a proof
 * that was stopped continues. For one use by one thread.
 */
public final class Prover {
    private final Plan plan;
    private final Heading heading;
    private final Path output;
    private final Progress.Factory progress;
    private final Forks forks;
    private final LongSupplier nanoTime;

    /**
     * Creates a prover; runs nothing yet.
     *
     * @param plan the plan to run
     * @param heading the description of the run
     * @param output the folder for results, journal and logs, created if it is missing
     * @param progress the factory of the progress display
     */
    public Prover(Plan plan, Heading heading, Path output, Progress.Factory progress) {
        this(plan, heading, output, progress, ForkRunner::run, System::nanoTime);
    }

    /** Creates a prover with substitutes for forks and clock. */
    Prover(Plan plan, Heading heading, Path output, Progress.Factory progress, Forks forks, LongSupplier nanoTime) {
        this.forks = forks;
        this.nanoTime = nanoTime;
        this.plan = plan;
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
        Journal journal = new Journal(output.resolve("forks"));
        for (Step step : plan.steps()) {
            journal.load(step);
        }
        Judge judge = new Judge(journal);
        Findings findings = new Findings(plan, journal, judge);
        Agenda agenda = new Agenda(plan, journal, judge);
        Clock clock = new Clock(budget, journal.seconds(), nanoTime);
        Writer writer = new Writer(findings, agenda, clock, heading, output);
        OrphanGuard guard = new OrphanGuard();
        try (Progress shown = progress.begin(clock)) {
            shown.stands(findings.standing());
            StepRunner steps = new StepRunner(plan.bench(), forks, logs, journal, shown);
            for (Optional<Agenda.Task> next = agenda.next(clock.left()); next.isPresent(); next = agenda.next(clock.left())) {
                run(next.get(), steps, journal, clock);
                judge.look(next.get());
                shown.stands(findings.standing());
                writer.write(false);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            guard.remove();
        }
        return writer.write(!Thread.currentThread().isInterrupted());
    }

    private static void run(Agenda.Task task, StepRunner steps, Journal journal, Clock clock)
            throws IOException, InterruptedException {
        if (task.workload() == null) {
            for (Step step : task.steps()) {
                for (int run = journal.outcomes(step).size(); run < task.scenario().runs(step.subject()); run++) {
                    steps.scenario(step, task.scenario(), run);
                }
            }
            return;
        }
        // The forks of a round run back to back, so forks that ran earlier for another claim are not reused.
        int first = task.steps().stream().map(journal::forks).filter(known -> !known.isEmpty())
                .mapToInt(known -> known.lastKey() + 1).max().orElse(0);
        // Few pairs estimate the needed number poorly, so a batch at most doubles them before the next look.
        int rounds = first == 0 ? task.rounds() : Math.min(task.rounds(), Math.max(Judgement.FEWEST_PAIRS, first));
        for (int round = first; round < first + rounds; round++) {
            if (round >= first + task.fewest() && task.secondsEach() > clock.left()) {
                return;
            }
            for (Step step : ForkOrder.order(task.steps(), round)) {
                steps.fork(step, task.workload(), round);
            }
        }
    }
}
