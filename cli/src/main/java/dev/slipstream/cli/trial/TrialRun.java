package dev.slipstream.cli.trial;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.diagnose.result.Diagnosis;
import java.time.Duration;
import java.util.List;

/**
 * Diagnoses, installs, diagnoses again, and takes everything back if no cost went down. Takes everything back too if the run does
 * not complete.
 */
public final class TrialRun {
    private final Looker looker;
    private final Operator operator;
    private final Duration pause;

    /** Diagnoses a running JVM. */
    @FunctionalInterface
    public interface Looker {
        /**
         * Diagnoses a JVM for a given time. Changes nothing in it.
         *
         * @throws Failure if the JVM cannot be diagnosed; the message says why
         * @throws InterruptedException if interrupted meanwhile; nothing is left behind
         */
        Diagnosis look(long pid, Duration time) throws Failure, InterruptedException;
    }

    /** Installs remedies in the JVM on trial, and removes them. */
    public interface Operator {
        /**
         * Installs the remedies on trial.
         *
         * @return the remedies that are active now
         * @throws Failure if not all are active; the message says why
         */
        List<String> attach() throws Failure;

        /** Removes all remedies. */
        void detach() throws Failure;
    }

    /**
     * Creates a run.
     *
     * @param pause the time between the installation and the second diagnosis
     */
    public TrialRun(Looker looker, Operator operator, Duration pause) {
        this.looker = looker;
        this.operator = operator;
        this.pause = pause;
    }

    /**
     * Runs the trial.
     *
     * @param time the time for both diagnoses together
     * @return the result, which is in force
     */
    public Trial run(long pid, Duration time) throws Failure, InterruptedException {
        Duration half = time.dividedBy(2);
        Diagnosis before = looker.look(pid, half);
        boolean kept = false;
        try {
            List<String> remedies = operator.attach();
            Thread.sleep(pause.toMillis());
            Trial trial = Trial.of(before, looker.look(pid, half), remedies);
            kept = trial.isKept();
            return trial;
        } finally {
            if (!kept) {
                // The interrupt that ended the run must not prevent the detach.
                boolean interrupted = Thread.interrupted();
                operator.detach();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
