package dev.slipstream.lab.run;

import java.io.PrintStream;
import java.time.Duration;

/** A line for each step, for logs. */
final class ProgressInLines implements Progress {
    private final Schedule schedule;
    private final PrintStream out;
    private int done;

    ProgressInLines(Schedule schedule, PrintStream out) {
        this.schedule = schedule;
        this.out = out;
    }

    @Override
    public void started(String what) {
        // One line for each step is enough.
    }

    @Override
    public void ended(String what, String outcome) {
        done++;
        Duration left = schedule.left();
        out.printf("[%d/%d, %d:%02d left] %s: %s%n",
                done, schedule.size(), left.toMinutes(), left.toSecondsPart(), what, outcome);
    }

    @Override
    public void skipped() {
        done++;
    }

    @Override
    public void close() {
        out.flush();
    }
}
