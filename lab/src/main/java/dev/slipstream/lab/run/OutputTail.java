package dev.slipstream.lab.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reader of the end of a log, for messages. */
final class OutputTail {
    private static final int LINES = 15;

    private OutputTail() {
    }

    /** Returns the last lines of a log, or the reason that there are none. Never throws. */
    static String of(Path log) {
        try {
            // Files.readString would throw on half a character, which a killed JVM may leave.
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip().lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException unreadable) {
            return "(no output: " + unreadable.getMessage() + ")";
        }
    }
}
