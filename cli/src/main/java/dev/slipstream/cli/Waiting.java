package dev.slipstream.cli;

import dev.slipstream.lab.run.Terminal;
import dev.slipstream.lab.stats.Numbers;
import java.io.PrintStream;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;

/** Shows progress on standard error, from the third second on: a progress bar on a terminal, one line elsewhere. */
final class Waiting implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final int UPDATE_MILLIS = 500;

    private final String what;
    private final PrintStream err;
    private final boolean terminal;
    private long begin;
    private boolean said;
    private ProgressBar bar;

    /**
     * Creates an indicator that shows nothing yet.
     *
     * @param what the activity, such as {@code Diagnosing}
     */
    Waiting(String what) {
        this.what = what;
        this.err = System.err;
        this.terminal = Terminal.redraws(Terminal.ERROR);
    }

    /** Reports how much of a known time has passed. */
    void passed(Duration elapsed, Duration all) {
        show(all.toSeconds(), "for " + all.toSeconds() + " s");
        if (bar != null) {
            bar.stepTo(Math.min(elapsed.toSeconds(), all.toSeconds()));
        }
    }

    /** Reports how many events have been read, of an unknown number. */
    void read(long events) {
        show(-1, "which is large");
        if (bar != null) {
            bar.setExtraMessage(Numbers.plain(events) + " events");
        }
    }

    private void show(long all, String how) {
        begin = begin == 0 ? System.nanoTime() : begin;
        if (said || System.nanoTime() - begin < SOON.toNanos()) {
            return;
        }
        said = true;
        if (terminal) {
            bar = Terminal.bar(what).setInitialMax(all).setUpdateIntervalMillis(UPDATE_MILLIS).build();
        } else {
            err.println(what + ", " + how + " ...");
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
