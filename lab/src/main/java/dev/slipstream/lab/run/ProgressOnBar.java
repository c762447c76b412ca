package dev.slipstream.lab.run;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Display of a bar of the elapsed time, for terminals. */
final class ProgressOnBar implements Progress {
    private final Clock clock;
    private final ProgressBar bar;
    private Standing standing = new Standing(0, 0, 0);

    ProgressOnBar(Clock clock, PrintStream out) {
        this.clock = clock;
        bar = new ProgressBarBuilder()
                .setTaskName("Proving")
                .setUnit(" s", 1)
                .setInitialMax(Math.round(clock.budget()))
                .setConsumer(new ConsoleProgressBarConsumer(out, Terminal.width()))
                .setEtaFunction(state -> Optional.of(Duration.ofSeconds(Math.max(0, Math.round(clock.left())))))
                .build();
    }

    @Override
    public void started(String what) {
        bar.stepTo(Math.round(Math.min(clock.elapsed(), clock.budget())));
        bar.setExtraMessage(standing + "; " + what);
    }

    @Override
    public void ended(String what, String outcome) {
        bar.stepTo(Math.round(Math.min(clock.elapsed(), clock.budget())));
    }

    @Override
    public void stands(Standing now) {
        standing = now;
    }

    @Override
    public void close() {
        bar.setExtraMessage(standing.toString());
        bar.close();
    }
}
