package dev.slipstream.cli.fleet;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The analysed recordings, a line of JSON each, so that a run that was stopped can continue. A recording that has changed since is
 * analysed again.
 */
final class Journal {
    private final Path file;
    private final Map<Entry, String> lines = new HashMap<>();

    /** A recording as it was when it was analysed. */
    record Entry(String recording, long bytes, long modified) {
        static Entry of(Path file) throws IOException {
            return new Entry(file.toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());
        }
    }

    /** A line of the file. */
    private record Line(long bytes, long modified, String slipstream, List<String> rules, JsonObject analysed) {
    }

    private final String version;
    private final List<String> rules;

    /**
     * Reads what earlier runs have written.
     *
     * @param version the version of Slipstream; what another has analysed is analysed again
     * @param rules where names come from; what other rules have found is analysed again
     */
    Journal(Path file, String version, List<String> rules) throws IOException {
        this.file = file;
        this.version = version;
        this.rules = rules;
        if (Files.exists(file)) {
            for (String text : Files.readAllLines(file)) {
                Line line = parse(text);
                if (line != null && version.equals(line.slipstream) && rules.equals(line.rules)) {
                    lines.put(new Entry(line.analysed.get("recording").getAsString(), line.bytes, line.modified), text);
                }
            }
        }
    }

    /** Returns null for a line that was cut off when its run was killed. */
    private static Line parse(String text) {
        try {
            Line line = new Gson().fromJson(text, Line.class);
            return line == null || line.analysed == null ? null : line;
        } catch (JsonParseException cutOff) {
            return null;
        }
    }

    /** Keeps the lines of the given recordings only, and returns those that have none. */
    List<Path> begin(List<Path> recordings) throws IOException {
        List<Path> open = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        Map<Path, Entry> entries = new HashMap<>();
        for (Path each : recordings) {
            entries.put(each, Entry.of(each));
        }
        lines.keySet().retainAll(Set.copyOf(entries.values()));
        for (Path each : recordings) {
            String line = lines.get(entries.get(each));
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

    /** Adds an analysed recording, given as JSON. */
    synchronized void add(Entry entry, String analysed) throws IOException {
        String line = "{\"bytes\":" + entry.bytes + ",\"modified\":" + entry.modified + ",\"slipstream\":" + new Gson().toJson(version)
                + ",\"rules\":" + new Gson().toJson(rules) + ",\"analysed\":" + analysed + "}\n";
        Files.writeString(file, line, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }

    Path file() {
        return file;
    }
}
