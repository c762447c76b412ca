package dev.slipstream.cli.trial;

import dev.slipstream.cli.Failure;
import dev.slipstream.cli.diagnose.Diagnosis;
import java.time.Duration;
import java.util.List;

/** Looks, installs, looks again, and takes back what did not help. Takes everything back if it does not come to its end. */
public final class TrialRun {
    private final Looker looker;
    private final Operator operator;
    private final Duration pause;

    /** What is done to the JVM on trial. */
    public interface Operator {
        /**
         * Installs what is to be tried.
         *
         * @return the remedies that are active now
         * @throws Failure if not all is; says why
         */
        List<String> attach() throws Failure;

        /** Takes everything back. */
        void detach() throws Failure;
    }

    /**
     * Prepares.
     *
     * @param pause between the installing and the second look
     */
    public TrialRun(Looker looker, Operator operator, Duration pause) {
        this.looker = looker;
        this.operator = operator;
        this.pause = pause;
    }

    /**
     * Runs.
     *
     * @param time of both looks together
     * @return what came out, and is in force
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
                // What interrupted us must not keep us from this.
                boolean interrupted = Thread.interrupted();
                operator.detach();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
