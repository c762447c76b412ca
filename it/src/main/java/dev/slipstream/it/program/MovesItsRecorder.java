package dev.slipstream.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps claiming that its flight recorder writes to another folder, which has the name of a recorder's folder and a recording.
 * Arguments: where that folder is to be, and the number of seconds after which the program ends without cleaning up.
 */
public final class MovesItsRecorder {
    private MovesItsRecorder() {
    }

    /** Prints the path of the recording. */
    public static void main(String[] args) throws IOException {
        Path claimed = Path.of(args[0], "2026_01_01_00_00_00_" + ProcessHandle.current().pid());
        System.out.println(Files.createFile(Files.createDirectory(claimed).resolve("precious.jfr")));
        long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
        while (System.nanoTime() < end) {
            System.setProperty("jdk.jfr.repository", claimed.toString());
        }
        Runtime.getRuntime().halt(0);
    }
}
