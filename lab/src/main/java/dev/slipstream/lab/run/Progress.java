package dev.slipstream.lab.run;

import java.io.PrintStream;

/** Tells whoever waits how far it is. */
public interface Progress extends AutoCloseable {

    /** Creates a progress display when a proof starts. */
    @FunctionalInterface
    interface Factory {
        /**
         * Begins to show progress.
         *
         * @param clock the time
         * @return the progress
         */
        Progress begin(Clock clock);
    }

    /**
     * A step begins.
     *
     * @param what the workload and its subject
     */
    void started(String what);

    /**
     * The step has ended.
     *
     * @param what the workload and its subject
     * @param outcome its score, or how it ended
     */
    void ended(String what, String outcome);

    /**
     * Claims may have been decided.
     *
     * @param standing how many
     */
    void stands(Standing standing);

    @Override
    void close();

    /**
     * On the standard error stream: a bar if that is a terminal, otherwise a line for each step.
     *
     * @return a factory for it
     */
    static Factory onStandardError() {
        PrintStream err = System.err;
        return Terminal.isOn(Terminal.ERROR) ? clock -> new ProgressOnBar(clock, err)
                : clock -> new ProgressInLines(clock, err);
    }
}
