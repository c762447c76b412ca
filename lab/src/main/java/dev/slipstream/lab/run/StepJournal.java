package dev.slipstream.lab.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import dev.slipstream.lab.run.Selection.Step;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Record of all steps that have run. Each is on disk as soon as it has ended, so a proof that is stopped or killed loses only the
 * step that was running. Not thread-safe.
 */
final class StepJournal {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final String LOOKS = "looks.json";

    private final Path folder;
    private final Map<Step, NavigableMap<Integer, Fork>> forks = new LinkedHashMap<>();
    private final Map<Step, NavigableMap<Integer, ScenarioRunner.Outcome>> outcomes = new LinkedHashMap<>();
    private final Map<String, List<Integer>> looks = new LinkedHashMap<>();

    /**
     * Opens a journal.
     *
     * @param folder the folder of its files, created if it is missing
     */
    StepJournal(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        Map<String, List<Integer>> known = read(folder.resolve(LOOKS), new TypeToken<Map<String, List<Integer>>>() {});
        if (known != null) {
            looks.putAll(known);
        }
    }

    /** Loads the results of a step from earlier runs of the lab. */
    void load(Step step) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, step.file() + "-*.json")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                int round = Integer.parseInt(name.substring(step.file().length() + 1, name.length() - ".json".length())) - 1;
                JsonObject known = read(file, TypeToken.get(JsonObject.class));
                if (known != null && known.has("ending")) {
                    remember(outcomes, step, round, GSON.fromJson(known, ScenarioRunner.Outcome.class));
                } else if (known != null) {
                    remember(forks, step, round, GSON.fromJson(known, Fork.class));
                }
            }
        }
    }

    void add(Step step, int round, Fork fork) throws IOException {
        write(file(step, round), fork);
        remember(forks, step, round, fork);
    }

    void add(Step step, int run, ScenarioRunner.Outcome outcome) throws IOException {
        write(file(step, run), outcome);
        remember(outcomes, step, run, outcome);
    }

    /** Returns all forks of a step, by round. */
    NavigableMap<Integer, Fork> forks(Step step) {
        return forks.getOrDefault(step, new TreeMap<>());
    }

    /** Returns all runs of a scenario, by number. */
    NavigableMap<Integer, ScenarioRunner.Outcome> outcomes(Step step) {
        return outcomes.getOrDefault(step, new TreeMap<>());
    }

    /** Returns the average time of a step's forks, in seconds; empty if none has run. */
    OptionalDouble secondsEach(Step step) {
        return forks(step).values().stream().mapToDouble(Fork::seconds).average();
    }

    /** Returns the number of pairs at each look at a claim, in order. */
    List<Integer> looks(String claim) {
        return looks.getOrDefault(claim, List.of());
    }

    /** Records that a claim has been judged with a number of pairs. */
    void recordLook(String claim, int pairs) throws IOException {
        looks.computeIfAbsent(claim, unused -> new ArrayList<>()).add(pairs);
        write(folder.resolve(LOOKS), looks);
    }

    /** Returns the total time of all recorded steps, in seconds. */
    double seconds() {
        return forks.values().stream().flatMap(all -> all.values().stream()).mapToDouble(Fork::seconds).sum()
                + outcomes.values().stream().flatMap(all -> all.values().stream())
                        .mapToDouble(ScenarioRunner.Outcome::seconds).sum();
    }

    private static <T> void remember(Map<Step, NavigableMap<Integer, T>> all, Step step, int round, T value) {
        all.computeIfAbsent(step, unused -> new TreeMap<>()).put(round, value);
    }

    private Path file(Step step, int round) {
        return folder.resolve(step.file(round) + ".json");
    }

    /** Returns null for a file that is missing or damaged; its step runs again. */
    private static <T> @Nullable T read(Path file, TypeToken<T> type) {
        try {
            return Files.exists(file) ? GSON.fromJson(Files.readString(file), type) : null;
        } catch (IOException | JsonParseException damaged) {
            return null;
        }
    }

    /** Writes a file atomically. */
    private static void write(Path file, Object value) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(whole, GSON.toJson(value));
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
