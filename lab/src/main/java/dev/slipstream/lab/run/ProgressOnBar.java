package dev.slipstream.lab.run;

import java.io.PrintStream;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A bar with the time left, for terminals. */
final class ProgressOnBar implements Progress {
    private final ProgressBar bar;

    ProgressOnBar(Schedule schedule, PrintStream out) {
        bar = new ProgressBarBuilder()
                .setTaskName("Proving")
                .setInitialMax(schedule.size())
                .setConsumer(new ConsoleProgressBarConsumer(out))
                .setEtaFunction(state -> Optional.of(schedule.left()))
                .build();
    }

    @Override
    public void started(String what) {
        bar.setExtraMessage(what);
    }

    @Override
    public void ended(String what, String outcome) {
        bar.step();
    }

    @Override
    public void close() {
        bar.setExtraMessage("");
        bar.close();
    }
}
