package dev.slipstream.lab.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, for a message. */
final class OutputTail {
    private static final int LINES = 15;

    private OutputTail() {
    }

    /** The last lines of a log, or why there are none; never throws. */
    static String of(Path log) {
        try {
            // A killed JVM may leave half a character, which must not hide the rest.
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip().lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException unreadable) {
            return "(no output: " + unreadable.getMessage() + ")";
        }
    }
}
