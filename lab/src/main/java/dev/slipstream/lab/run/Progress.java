package dev.slipstream.lab.run;

import java.io.PrintStream;

/** Tells whoever waits how far it is. */
public interface Progress extends AutoCloseable {

    /** How to make one, once it is known what is to run. */
    @FunctionalInterface
    interface Factory {
        /**
         * Begins to show progress.
         *
         * @param schedule what is to run
         * @return the progress
         */
        Progress begin(Schedule schedule);
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

    /** A step need not run, since it has run before. */
    void skipped();

    @Override
    void close();

    /**
     * On the standard error stream: a bar if that is a terminal, otherwise a line for each step.
     *
     * @return a factory for it
     */
    static Factory onStandardError() {
        PrintStream err = System.err;
        return Terminal.isOn(Terminal.ERROR) ? schedule -> new ProgressOnBar(schedule, err)
                : schedule -> new ProgressInLines(schedule, err);
    }
}
