package dev.slipstream.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps claiming that its flight recorder writes to another folder, which has the name of a recorder's folder and a recording.
 */
public final class MovesItsRecorder {
    private MovesItsRecorder() {}

    /** Prints the path of the recording, and runs until it is killed. Argument: where the other folder is to be. */
    public static void main(String[] args) throws IOException {
        Path claimed = Path.of(args[0], "2026_01_01_00_00_00_" + ProcessHandle.current().pid());
        System.out.println(Files.createFile(Files.createDirectory(claimed).resolve("precious.jfr")));
        while (true) {
            System.setProperty("jdk.jfr.repository", claimed.toString());
        }
    }
}
