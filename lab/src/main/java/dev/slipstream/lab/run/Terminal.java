package dev.slipstream.lab.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The terminal, if there is one. */
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
     * Whether a stream goes to a terminal. Java cannot tell for one alone; where the kernel does not say either, it is none.
     *
     * @param stream {@link #OUTPUT} or {@link #ERROR}
     * @return whether it does
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
     * The terminal's width, asked from the system's own tool: a bar's library would ask one that takes over the signals of
     * the JVM, and a Ctrl-C would then end it at once, with nothing written.
     *
     * @return in characters, at least 60; 100 if that is unknown
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
}
