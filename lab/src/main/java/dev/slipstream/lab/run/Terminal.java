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

/** The terminal, if there is one, and the progress of a proof on it. */
public final class Terminal {
    /** The standard output stream. */
    public static final int OUTPUT = 1;

    /** The standard error stream. */
    public static final int ERROR = 2;

    private static final int USUAL = 100;
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
     * Returns the terminal's width, as {@code stty} reports it. The progress bar would ask a library that takes over the JVM's
     * signals, and a Ctrl-C would then end the JVM at once, with nothing written.
     *
     * @return the width in characters, at least 60; 100 if unknown
     */
    public static int width() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim().split(" ");
            return size.length == 2 ? Math.max(NARROWEST, Integer.parseInt(size[1])) : USUAL;
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
        return isOn(ERROR) ? clock -> new Bar(clock, err) : clock -> new Lines(clock, err);
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
    private static final class Bar implements Progress {
        private final Clock clock;
        private final ProgressBar bar;
        private Standing standing = new Standing(0, 0, 0);

        Bar(Clock clock, PrintStream out) {
            this.clock = clock;
            bar = new ProgressBarBuilder()
                    .setTaskName("Proving")
                    .setUnit(" s", 1)
                    .setInitialMax(Math.round(clock.budget()))
                    .setConsumer(new ConsoleProgressBarConsumer(out, width()))
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
}
