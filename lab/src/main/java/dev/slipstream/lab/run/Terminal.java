package dev.slipstream.lab.run;

import dev.slipstream.lab.run.Progress.Standing;
import dev.slipstream.lab.run.Prover.Clock;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** The terminal, if there is one, and the progress of a proof on it. */
public final class Terminal {
    /** The standard output stream. */
    public static final int OUTPUT = 1;

    /** The standard error stream. */
    public static final int ERROR = 2;

    private static final int USUAL = 80;
    private static final int NARROWEST = 60;

    private Terminal() {
    }

    /**
     * Tells whether a stream goes to a terminal. Java has no such test for a single stream.
     *
     * @param stream {@link #OUTPUT} or {@link #ERROR}
     * @return whether it does; false where the kernel does not say
     */
    public static boolean isOn(int stream) {
        try {
            Path target = Path.of("/proc/self/fd", Integer.toString(stream)).toRealPath();
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty");
        } catch (IOException unknown) {
            return false;
        }
    }

    /**
     * Tells whether a stream goes to a terminal that can overwrite a line, as a progress bar does.
     *
     * @param stream {@link #OUTPUT} or {@link #ERROR}
     * @return whether it does; false where the kernel does not say
     */
    public static boolean redraws(int stream) {
        return isOn(stream) && !"dumb".equals(System.getenv("TERM"));
    }

    /**
     * Tells whether a stream goes to a terminal that shows colours, and whose user wants them.
     *
     * @param stream {@link #OUTPUT} or {@link #ERROR}
     * @return whether it does; false where the kernel does not say
     */
    public static boolean hasColours(int stream) {
        return redraws(stream) && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
    }

    /**
     * Returns a progress bar on the standard error stream, as wide as the terminal.
     *
     * @param task what makes progress, such as {@code Proving}
     * @return a builder
     */
    public static ProgressBarBuilder bar(String task) {
        return new ProgressBarBuilder().setTaskName(task)
                .setStyle(hasColours(ERROR) ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK : ProgressBarStyle.UNICODE_BLOCK)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, width()));
    }

    /**
     * Returns the terminal's width, as {@code stty} reports it. The progress bar would ask a library that takes over the JVM's
     * signals, and a Ctrl-C would then end the JVM at once, with nothing written.
     *
     * @return the width in characters, at least 60; 80 if unknown
     */
    public static int width() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim().split(" ");
            // A terminal that was told no size has 0 columns.
            int columns = size.length == 2 ? Integer.parseInt(size[1]) : 0;
            return columns == 0 ? USUAL : Math.max(NARROWEST, columns);
        } catch (IOException | NumberFormatException unknown) {
            return USUAL;
        }
    }

    /**
     * Shows the progress of a proof on the standard error stream: a bar if that is a terminal, otherwise a line for each step.
     *
     * @return a factory of the display
     */
    public static Progress.Factory progress() {
        PrintStream err = System.err;
        return redraws(ERROR) ? Bar::new : clock -> new Lines(clock, err);
    }

    /** Display of a line for each step, for logs. */
    private static final class Lines implements Progress {
        private final Clock clock;
        private final PrintStream out;
        private Standing standing = new Standing(0, 0, 0);

        Lines(Clock clock, PrintStream out) {
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

    /** Display of a bar of the elapsed time, for terminals. */
    static final class Bar implements Progress {
        /** Characters of the task, the percentage, ten cells of the bar, the seconds and the remaining time. */
        private static final int WITHOUT_MESSAGE = 62;

        private final Clock clock;
        private final ProgressBar bar;
        private final int room = width() - WITHOUT_MESSAGE;
        private Standing standing = new Standing(0, 0, 0);

        Bar(Clock clock) {
            this.clock = clock;
            bar = bar("Proving")
                    .setUnit(" s", 1)
                    .setInitialMax(Math.round(clock.budget()))
                    .setEtaFunction(state -> Optional.of(Duration.ofSeconds(Math.max(0, Math.round(clock.left())))))
                    .build();
        }

        @Override
        public void started(String what) {
            bar.stepTo(Math.round(Math.min(clock.elapsed(), clock.budget())));
            bar.setExtraMessage(message(standing, what, room));
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
            bar.setExtraMessage(message(standing, "", room));
            bar.close();
        }

        /** Returns as much as leaves room for a bar that can be read. */
        static String message(Standing standing, String what, int room) {
            String all = standing + (what.isEmpty() ? "" : "; " + what);
            return all.length() <= room ? all
                    : standing.toString().length() <= room ? standing.toString()
                    : standing.decidedHeadlines() + " of " + standing.headlines() + " decided";
        }
    }
}
