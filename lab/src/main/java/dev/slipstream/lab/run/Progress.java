package dev.slipstream.lab.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

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
        return isTerminal("2") ? schedule -> new ProgressOnBar(schedule, err) : schedule -> new ProgressInLines(schedule, err);
    }

    /** Java cannot tell for the error stream alone; where the kernel does not say either, lines are the safe choice. */
    private static boolean isTerminal(String descriptor) {
        try {
            Path target = Path.of("/proc/self/fd", descriptor).toRealPath();
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty");
        } catch (IOException unknown) {
            return false;
        }
    }
}
