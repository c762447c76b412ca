package dev.slipstream.lab.run;

import java.io.PrintStream;
import java.util.Locale;

/** Display of a line for each step, for logs. */
final class ProgressInLines implements Progress {
    private final Clock clock;
    private final PrintStream out;
    private Standing standing = new Standing(0, 0, 0);

    ProgressInLines(Clock clock, PrintStream out) {
        this.clock = clock;
        this.out = out;
    }

    @Override
    public void started(String what) {
        // The end of the step gets the line.
    }

    @Override
    public void ended(String what, String outcome) {
        out.printf("[%s of %s, %s] %s: %s%n", minutes(clock.elapsed()), minutes(clock.budget()), standing, what, outcome);
    }

    @Override
    public void stands(Standing now) {
        standing = now;
    }

    @Override
    public void close() {
        out.flush();
    }

    /** Formats a time as minutes and seconds, such as {@code 4:05}. */
    static String minutes(double seconds) {
        long whole = (long) seconds;
        return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
    }
}
