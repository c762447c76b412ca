package dev.slipstream.cli;

import dev.slipstream.cli.fleet.FleetRun;
import dev.slipstream.cli.report.Words;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;

/** Shows the progress of an analysis on standard error: a bar on a terminal, a line every ten seconds elsewhere. */
final class FleetProgress implements FleetRun.Progress, AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private ProgressBar bar;
    private int open;
    private int analysed;
    private long began;
    private long said;

    @Override
    public void begin(int before, int toDo) {
        open = toDo;
        began = System.nanoTime();
        said = began;
        if (before > 0) {
            Screen.tell(before + " recordings were analysed before, " + toDo + " are to analyse");
        }
        if (Terminal.redraws(Terminal.ERROR) && toDo > 0) {
            bar = Terminal.bar("Analysing").setInitialMax(toDo).build();
        }
    }

    @Override
    public void done(int count) {
        analysed = count;
        if (bar != null) {
            bar.stepTo(count);
            return;
        }
        long now = System.nanoTime();
        if (count > 0 && now - said > EVERY.toNanos()) {
            said = now;
            double left = (now - began) / 1e9 / count * (open - count);
            Screen.tell(count + " of " + open + " recordings analysed, " + Words.duration(left) + " left");
        }
    }

    /** Returns how much of the analysis was done, as a part of a sentence; empty if it had not begun. */
    String part() {
        return open == 0 ? "" : " after " + analysed + " of " + Words.count(open, "recording");
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
