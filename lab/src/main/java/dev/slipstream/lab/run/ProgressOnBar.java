package dev.slipstream.lab.run;

import java.io.PrintStream;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A bar with the time left, for terminals. */
final class ProgressOnBar implements Progress {
    private final Schedule schedule;
    private final ProgressBar bar;

    ProgressOnBar(Schedule schedule, PrintStream out) {
        this.schedule = schedule;
        bar = new ProgressBarBuilder()
                .setTaskName("Proving")
                .setInitialMax(schedule.size())
                .setConsumer(new ConsoleProgressBarConsumer(out, Terminal.width()))
                .setEtaFunction(state -> Optional.of(schedule.left()))
                .build();
    }

    @Override
    public void started(String what) {
        bar.setExtraMessage(what);
    }

    @Override
    public void ended(String what, String outcome) {
        skipped();
    }

    @Override
    public void skipped() {
        // A claim that is not decided yet may add steps.
        bar.maxHint(schedule.size());
        bar.step();
    }

    @Override
    public void close() {
        bar.setExtraMessage("");
        bar.close();
    }
}
