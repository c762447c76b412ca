package dev.slipstream.lab.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Queries about the terminal, if there is one. */
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
}
