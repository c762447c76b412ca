package dev.slipstream.lab.run;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A bar with the time left, for terminals. */
final class ProgressOnBar implements Progress {
    private static final int USUAL = 100;
    private static final int NARROWEST = 60;

    private final Schedule schedule;
    private final ProgressBar bar;

    ProgressOnBar(Schedule schedule, PrintStream out) {
        this.schedule = schedule;
        bar = new ProgressBarBuilder()
                .setTaskName("Proving")
                .setInitialMax(schedule.size())
                .setConsumer(new ConsoleProgressBarConsumer(out, width()))
                .setEtaFunction(state -> Optional.of(schedule.left()))
                .build();
    }

    /**
     * The terminal's width, asked from the system's own tool: the bar's library would ask one that takes over the signals of
     * the JVM, and a Ctrl-C would then end it at once, with nothing written.
     */
    private static int width() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim().split(" ");
            return size.length == 2 ? Math.max(NARROWEST, Integer.parseInt(size[1])) : USUAL;
        } catch (IOException | NumberFormatException unknown) {
            return USUAL;
        }
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
