package dev.slipstream.cli.trial;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.Diagnosis;
import java.time.Duration;
import java.util.List;

/**
 * Looks at a JVM, installs remedies, looks again, and takes back those that are not shown to help. Takes everything back if the run
 * does not complete.
 */
public final class TrialRun {
    private final Looker looker;
    private final Operator operator;
    private final Duration pause;

    /** Looks at the JVM on trial. */
    @FunctionalInterface
    public interface Looker {
        /**
         * Looks at the JVM for a given time. Changes nothing in it.
         *
         * @param half the half of the trial, {@code before} or {@code after}
         * @throws Failure if the JVM cannot be diagnosed; the message says why
         * @throws InterruptedException if interrupted meanwhile; nothing is left behind
         */
        Diagnosis look(String half, Duration time) throws Failure, InterruptedException;
    }

    /** Installs remedies in the JVM on trial, and removes them. */
    public interface Operator {
        /** Returns whether the JVM has ended, or ends within a moment. */
        boolean hasEnded();

        /**
         * Installs the remedies on trial.
         *
         * @return the remedies that are active now
         * @throws Failure if not all are active; the message says why
         */
        List<String> attach() throws Failure;

        /** Takes back all remedies but these, which go on untouched. */
        void keep(List<String> remedies) throws Failure;
    }

    /**
     * Creates a run.
     *
     * @param pause the time between the installation and the second look
     */
    public TrialRun(Looker looker, Operator operator, Duration pause) {
        this.looker = looker;
        this.operator = operator;
        this.pause = pause;
    }

    /**
     * Runs the trial. An interrupt ends it.
     *
     * @param time the time for both looks together
     * @return the result, which is in force
     * @throws Failure if the run did not complete; the message says why, and what was taken back
     */
    public Trial run(Duration time) throws Failure {
        long begin = System.nanoTime();
        boolean installed = false;
        boolean complete = false;
        try {
            Duration half = time.dividedBy(2);
            Diagnosis before = looker.look("before", half);
            mustBeThere(begin, installed);
            if (before.carriers() != null && before.carriers().state() == State.DEADLOCK) {
                throw new Failure(ExitCodes.FAILED, "it has a deadlock, which no remedy opens; nothing was installed");
            }
            installed = true;
            List<String> remedies = operator.attach();
            Thread.sleep(pause.toMillis());
            Trial trial = Trial.of(before, looker.look("after", half), remedies);
            mustBeThere(begin, installed);
            if (trial.kept().size() < remedies.size()) {
                operator.keep(trial.kept());
            }
            complete = true;
            return trial;
        } catch (InterruptedException stopped) {
            throw new Failure(ExitCodes.STOPPED, installed ? "stopped; all taken back" : "stopped; nothing was installed");
        } catch (Failure failure) {
            mustBeThere(begin, installed);
            throw failure;
        } finally {
            if (installed && !complete && !operator.hasEnded()) {
                // An interrupt that ended the run must not prevent the detach, nor one that comes now.
                Thread.interrupted();
                operator.keep(List.of());
            }
        }
    }

    /** A JVM that ends cannot be compared, nor has it anything to take back. */
    private void mustBeThere(long begin, boolean installed) throws Failure {
        if (operator.hasEnded()) {
            throw new Failure(ExitCodes.NOTHING_DONE,
                    "the JVM ended after " + Duration.ofNanos(System.nanoTime() - begin).toSeconds()
                            + " s; " + (installed ? "why is unknown" : "nothing was installed"));
        }
    }
}
