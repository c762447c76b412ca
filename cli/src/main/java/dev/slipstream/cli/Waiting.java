package dev.slipstream.cli;

import dev.slipstream.cli.diagnose.source.LiveJvm.Progress;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.results.stats.Numbers;
import java.time.Duration;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/** Shows progress on standard error, from the third second on: a progress bar on a terminal, one line elsewhere. */
final class Waiting implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final int UPDATE_MILLIS = 500;

    private final String what;
    private final boolean terminal;
    private long begin;
    private boolean said;
    private @Nullable ProgressBar bar;

    /**
     * Creates an indicator that shows nothing yet.
     *
     * @param what the activity, such as {@code Diagnosing}
     */
    Waiting(String what) {
        this.what = what;
        this.terminal = Terminal.redraws(Terminal.ERROR);
    }

    /** Shows a diagnosis of a given length as it goes on. */
    Progress of(Duration all) {
        return new Progress() {
            private boolean recorded;
            private long sinceThen;

            @Override
            public void passed(Duration elapsed, Supplier<Diagnosis> soFar) {
                recorded = recorded || elapsed.compareTo(all) >= 0;
                step(elapsed, all);
            }

            @Override
            public void watchesThreads() {
                if (!recorded) {
                    step(Duration.ZERO, all);
                    return;
                }
                long now = System.nanoTime();
                sinceThen = sinceThen == 0 ? now : sinceThen;
                if (sinceThen > 0 && now - sinceThen >= SOON.toNanos()) {
                    sinceThen = -1;
                    next("Watching its threads again");
                }
            }

            @Override
            public void measures() {
                Waiting.this.measures();
            }
        };
    }

    private void step(Duration elapsed, Duration all) {
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

    /** Reports that the cost of a rename will be measured. */
    void measures() {
        next("Measuring what a rename costs on this machine, for some seconds");
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
            Screen.tell(what + ", " + how + " ...");
        }
    }

    /** Ends the progress, and names what is waited for now. */
    private void next(String other) {
        close();
        bar = null;
        Screen.tell(other + " ...");
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
