package dev.slipstream.cli.fleet;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.slipstream.diagnose.fleet.Analysed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The analysed recordings, a line of JSON each, so that a run that was stopped can continue. A recording that has changed since is
 * analysed again, and one that a later attempt may read.
 */
final class RecordingJournal {
    private final Path file;
    private final String version;
    private final List<String> rules;
    private final Map<Entry, String> lines = new HashMap<>();

    /**
     * A recording as it was when it was analysed.
     *
     * @param bytes its size; -1 if unknown
     * @param modified when it was changed, in milliseconds since 1970; -1 if unknown
     */
    record Entry(String recording, long bytes, long modified) {
        /** Returns a file as it is, or may have been before it was removed. */
        static Entry of(Path file) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                return new Entry(RecordingFiles.name(file), found.size(), found.lastModifiedTime().toMillis());
            } catch (IOException unreadable) {
                return new Entry(RecordingFiles.name(file), -1, -1);
            }
        }
    }

    /** A line of the file. */
    private record Line(long bytes, long modified, String slipstream, List<String> rules, JsonObject analysed) {}

    /**
     * Reads what earlier runs have written.
     *
     * @param version the version of Slipstream; what another has analysed is analysed again
     * @param rules where names come from; what other rules have found is analysed again
     */
    RecordingJournal(Path file, String version, List<String> rules) throws IOException {
        this.file = file;
        this.version = version;
        this.rules = rules;
        if (Files.exists(file)) {
            // A line may be cut off within a character.
            new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().forEach(this::read);
        }
    }

    /** Passes over a line that was cut off when its run was killed, or that has other columns. */
    private void read(String text) {
        try {
            Line line = new Gson().fromJson(text, Line.class);
            if (line != null && line.analysed != null && version.equals(line.slipstream) && rules.equals(line.rules)) {
                Analysed analysed = Analysed.parse(line.analysed.toString());
                if (!analysed.again()) {
                    lines.put(new Entry(analysed.recording(), line.bytes, line.modified), text);
                }
            }
        } catch (JsonParseException other) {
            // The recording is analysed again.
        }
    }

    /** Keeps the lines of the given recordings only, and returns those that have none. */
    List<Path> begin(List<Path> recordings) throws IOException {
        List<Path> open = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (Path each : recordings) {
            String line = lines.get(Entry.of(each));
            if (line == null) {
                open.add(each);
            } else {
                kept.add(line);
            }
        }
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(next, kept);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return open;
    }

    /** Adds an analysed recording. */
    synchronized void add(Entry entry, Analysed analysed) throws IOException {
        String line =
                "{\"bytes\":" + entry.bytes + ",\"modified\":" + entry.modified + ",\"slipstream\":" + new Gson().toJson(version)
                        + ",\"rules\":" + new Gson().toJson(rules) + ",\"analysed\":" + analysed.toJson() + "}\n";
        Files.writeString(file, line, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }
}
