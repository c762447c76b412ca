package dev.slipstream.lab.result;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.PartResult;
import dev.slipstream.lab.result.Results.ScenarioResult;
import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reader and writer of a proof's files: {@code results.json} in Slipstream's schema, {@code jmh.json} in that of JMH. */
public final class ResultFiles {
    /** The first bytes of a flight recording. */
    private static final byte[] RECORDING = {'F', 'L', 'R', 0};

    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

    private static final String OURS = "results.json";

    /** The largest file that is read. A thousand claims with a hundred pairs each take a tenth of it. */
    private static final long MOST_BYTES = 64 << 20;

    private ResultFiles() {
    }

    /**
     * Writes both files and replaces existing ones, each atomically.
     *
     * @param folder an existing folder
     * @param results the content of {@code results.json}
     * @param jmh the content of {@code jmh.json}
     * @throws IOException if a file cannot be written
     */
    public static void write(Path folder, Results results, String jmh) throws IOException {
        replace(folder.resolve(OURS), GSON.toJson(results) + "\n");
        replace(folder.resolve("jmh.json"), jmh);
    }

    private static void replace(Path file, String text) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(whole, text);
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads a {@code results.json}.
     *
     * @param file the file, or a folder with {@code results.json}
     * @return the results
     * @throws UnreadableResultsException if the file is missing, is no results file, is damaged, or has another schema
     */
    public static Results read(Path file) throws UnreadableResultsException {
        Path path = Files.isDirectory(file) ? file.resolve(OURS) : file;
        try {
            if (Files.size(path) > MOST_BYTES) {
                throw new UnreadableResultsException(path + " is larger than any results: " + Files.size(path) + " bytes");
            }
            if (isRecording(path)) {
                throw new UnreadableResultsException(path + " is a flight recording, not the results of a proof; the command diagnose"
                        + " reads recordings");
            }
            JsonElement json = JsonParser.parseString(Files.readString(path));
            checkSchema(path, json);
            Results results = GSON.fromJson(json, Results.class);
            Whole.check(results);
            return results;
        } catch (NoSuchFileException missing) {
            throw new UnreadableResultsException(path + " does not exist");
        } catch (CharacterCodingException binary) {
            throw new UnreadableResultsException(path + " is not a results file of slipstream prove: it is no text");
        } catch (JsonParseException | IllegalArgumentException | StackOverflowError damaged) {
            throw new UnreadableResultsException(path + " is damaged, or not a results file: " + firstLine(damaged));
        } catch (IOException unreadable) {
            throw new UnreadableResultsException(path + " cannot be read: " + firstLine(unreadable));
        }
    }

    private static boolean isRecording(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(RECORDING.length), RECORDING);
        }
    }

    private static void checkSchema(Path path, JsonElement json) throws UnreadableResultsException {
        JsonObject object = json.isJsonObject() ? json.getAsJsonObject() : new JsonObject();
        JsonElement schema = object.get("schema");
        JsonElement version = object.get("schemaVersion");
        if (version == null || !version.isJsonPrimitive() || (schema == null && !object.has("experiments"))) {
            throw new UnreadableResultsException(path + " is not a results file of slipstream prove");
        }
        boolean ours = schema != null && schema.isJsonPrimitive() && schema.getAsString().equals(Results.SCHEMA)
                && version.getAsString().equals(Integer.toString(Results.SCHEMA_VERSION));
        if (!ours) {
            throw new UnreadableResultsException(path + " has schema " + (schema == null ? "" : schema + " ") + "version "
                    + version + "; this version of Slipstream reads " + Results.SCHEMA + " version "
                    + Results.SCHEMA_VERSION + ": measure again with it");
        }
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.getClass().getSimpleName());
    }

    /** Signals that a file holds no readable results. The message names the file and the reason in one line. */
    public static final class UnreadableResultsException extends Exception {
        private static final long serialVersionUID = 1L;

        /**
         * Creates an exception.
         *
         * @param message a sentence for the user, with the file's name
         */
        public UnreadableResultsException(String message) {
            super(message);
        }
    }

    /**
     * Check that records read from JSON, where anything may be missing, are complete: only the listed components are null, numbers
     * are finite, and subjects have valid names.
     */
    private static final class Whole {
        /** The components that may be null, as the records' comments say. */
        private static final Set<String> MAY_BE_NULL = Set.of(
                "PartResult.axis", "WorkloadResult.x", "ForkResult.score", "ForkResult.range",
                "ForkResult.failure", "ForkResult.shape", "ForkResult.steadyFrom", "BarResult.low",
                "BarResult.high", "ClaimResult.ratio", "ClaimResult.interval", "ClaimResult.reason", "ClaimResult.morePairs",
                "Environment.memoryBytes", "Environment.governor", "Environment.virtual", "Environment.container",
                "Environment.before", "Environment.after", "Container.cpus", "Container.memoryBytes", "Load.average",
                "Load.others", "Load.stolen");

        /** The components that must be names of subjects. */
        private static final Set<String> NAMES_SUBJECT =
                Set.of("SubjectResult.subject", "ScenarioResult.subject", "ClaimResult.subject", "ClaimResult.reference");

        private Whole() {
        }

        /**
         * Checks a record and everything that it contains.
         *
         * @param value a record, null only if the file was empty
         * @throws IllegalArgumentException naming the first component that should not be null
         */
        static void check(Record value) {
            if (value == null) {
                throw new IllegalArgumentException("it is empty");
            }
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                check(value.getClass().getSimpleName() + "." + component.getName(), get(component, value));
            }
        }

        private static void check(String name, Object value) {
            if (value == null && !MAY_BE_NULL.contains(name)) {
                throw new IllegalArgumentException(name + " is missing");
            } else if (value instanceof Double number && !Double.isFinite(number)) {
                throw new IllegalArgumentException(name + " is " + number);
            } else if (value instanceof String text && NAMES_SUBJECT.contains(name) && !namesSubject(text)) {
                throw new IllegalArgumentException(name + " is no subject: " + text);
            } else if (value instanceof Record) {
                check((Record) value);
            } else if (value instanceof List) {
                ((List<?>) value).forEach(each -> check("an element of " + name, each));
            } else if (value instanceof Map) {
                ((Map<?, ?>) value).values().forEach(each -> check("a value of " + name, each));
            }
        }

        private static boolean namesSubject(String text) {
            try {
                Subject.named(text);
                return true;
            } catch (IllegalArgumentException other) {
                return false;
            }
        }

        private static Object get(RecordComponent component, Record value) {
            try {
                return component.getAccessor().invoke(value);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
