package dev.slipstream.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** The terminal, if there is one. */
public final class Terminal {
    /** The standard input stream. */
    public static final int INPUT = 0;

    /** The standard output stream. */
    public static final int OUTPUT = 1;

    /** The standard error stream. */
    public static final int ERROR = 2;

    private static final int USUAL = 80;
    private static final int NARROWEST = 60;

    private Terminal() {}

    /**
     * Tells whether a stream is a terminal. Java has no such test for a single stream.
     *
     * @param stream {@link #INPUT}, {@link #OUTPUT} or {@link #ERROR}
     * @return whether it is; false where the kernel does not say
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
}
