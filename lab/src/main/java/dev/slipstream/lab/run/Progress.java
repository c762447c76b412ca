package dev.slipstream.lab.run;

import java.io.PrintStream;

/** Display of a proof's progress. */
public interface Progress extends AutoCloseable {

    /** Factory that creates a display when a proof starts. */
    @FunctionalInterface
    interface Factory {
        /**
         * Begins to show progress.
         *
         * @param clock the clock of the proof
         * @return the display
         */
        Progress begin(Clock clock);
    }

    /**
     * Shows that a step begins.
     *
     * @param what the workload and its subject
     */
    void started(String what);

    /**
     * Shows that the step has ended.
     *
     * @param what the workload and its subject
     * @param outcome its score, or how it ended
     */
    void ended(String what, String outcome);

    /**
     * Shows the number of decided claims, which may have changed.
     *
     * @param standing the present numbers
     */
    void stands(Standing standing);

    @Override
    void close();

    /**
     * Shows progress on the standard error stream: a bar if that is a terminal, otherwise a line for each step.
     *
     * @return a factory of the display
     */
    static Factory onStandardError() {
        PrintStream err = System.err;
        return Terminal.isOn(Terminal.ERROR) ? clock -> new ProgressOnBar(clock, err)
                : clock -> new ProgressInLines(clock, err);
    }
}
