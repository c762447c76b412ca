package dev.slipstream.results.file;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.slipstream.results.Subject;
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
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of a proof's files: {@code results.json} in Slipstream's schema, {@code jmh.json} in that of JMH.
 *
 * <p>In {@code results.json} each workload has a line. A component that is null, empty or false is not written. A list, map or
 * text that is missing is read as an empty one, unless it may be null.
 */
public final class ResultFiles {
    /** The first bytes of a flight recording. */
    private static final byte[] RECORDING = {'F', 'L', 'R', 0};

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().registerTypeAdapterFactory(new Sparse()).create();

    /** The lists whose elements begin a line. */
    private static final Set<String> LINES = Set.of("remaining", "jdks", "floors", "experiments", "parts", "workloads",
            "scenarios");

    private static final String OURS = "results.json";

    /** The largest file that is read. A thousand claims with a hundred pairs each take a tenth of it. */
    private static final long MOST_BYTES = 64 << 20;

    private ResultFiles() {}

    /**
     * Writes both files and replaces existing ones, each atomically.
     *
     * @param folder an existing folder
     * @param results the content of {@code results.json}
     * @param jmh the content of {@code jmh.json}
     * @throws IOException if a file cannot be written
     */
    public static void write(Path folder, Results results, String jmh) throws IOException {
        replace(folder.resolve(OURS), text(GSON.toJsonTree(results)));
        replace(folder.resolve("jmh.json"), jmh);
    }

    /**
     * Formats results.
     *
     * @param results the JSON of results
     * @return the content of a {@code results.json}
     */
    public static String text(JsonElement results) {
        return write(results, new StringBuilder()).append('\n').toString();
    }

    private static StringBuilder write(JsonElement json, StringBuilder text) {
        if (!json.isJsonObject()) {
            return text.append(GSON.toJson(json));
        }
        char before = '{';
        for (Map.Entry<String, JsonElement> each : json.getAsJsonObject().entrySet()) {
            text.append(before).append(GSON.toJson(each.getKey())).append(':');
            before = ',';
            if (LINES.contains(each.getKey()) && each.getValue().isJsonArray()) {
                char first = '[';
                for (JsonElement element : each.getValue().getAsJsonArray()) {
                    write(element, text.append(first).append('\n'));
                    first = ',';
                }
                text.append(first == '[' ? "[]" : "]");
            } else {
                write(each.getValue(), text);
            }
        }
        return text.append(before == '{' ? "{}" : "}");
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
                throw new UnreadableResultsException(
                        path + " is a flight recording, not the results of a proof; the command diagnose"
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

    private static String name(RecordComponent component) {
        return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    }

    private static boolean mayBeNull(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static @Nullable Object get(RecordComponent component, Object value) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Adapters of records that leave out what is null, empty or false, and complete what was left out. */
    private static final class Sparse implements TypeAdapterFactory {
        @Override
        public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            if (!type.getRawType().isRecord()) {
                return null;
            }
            RecordComponent[] components = type.getRawType().getRecordComponents();
            @Nullable
            Object[] empty = Arrays.stream(components).map(Sparse::empty).toArray();
            TypeAdapter<T> whole = gson.getDelegateAdapter(this, type);
            TypeAdapter<JsonElement> tree = gson.getAdapter(JsonElement.class);
            return new TypeAdapter<>() {
                @Override
                public void write(JsonWriter out, @Nullable T value) throws IOException {
                    if (value == null) {
                        out.nullValue();
                        return;
                    }
                    out.beginObject();
                    for (int i = 0; i < components.length; i++) {
                        Object content = get(components[i], value);
                        if (content != null && !content.equals(empty[i])) {
                            out.name(components[i].getName());
                            gson.toJson(content, components[i].getGenericType(), out);
                        }
                    }
                    out.endObject();
                }

                @Override
                public T read(JsonReader in) throws IOException {
                    JsonElement json = tree.read(in);
                    for (int i = 0; i < components.length; i++) {
                        if (json.isJsonObject() && !json.getAsJsonObject().has(components[i].getName())) {
                            json.getAsJsonObject().add(components[i].getName(), gson.toJsonTree(empty[i]));
                        }
                    }
                    return whole.fromJsonTree(json);
                }
            };
        }

        /** Returns the value of a component that is not written. */
        private static @Nullable Object empty(RecordComponent component) {
            Class<?> type = component.getType();
            return mayBeNull(component) ? null
                    : type == List.class ? List.of()
                            : type == Map.class ? Map.of()
                                    : type == String.class ? ""
                                            : type == boolean.class ? Boolean.FALSE : null;
        }
    }

    /**
     * Check that records read from JSON, where anything may be missing, are complete: only components that may be null are, and
     * subjects have valid names.
     */
    private static final class Whole {
        /** The components that must be names of subjects. */
        private static final Set<String> NAMES_SUBJECT =
                Set.of("SubjectResult.subject", "ScenarioResult.subject", "ClaimResult.subject", "ClaimResult.reference");

        private Whole() {}

        /**
         * Checks a record and everything that it contains.
         *
         * @param value a record, null only if the file was empty
         * @throws IllegalArgumentException naming the first component that should not be null
         */
        static void check(@Nullable Record value) {
            if (value == null) {
                throw new IllegalArgumentException("it is empty");
            }
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                Object content = get(component, value);
                if (content != null || !mayBeNull(component)) {
                    check(name(component), content);
                }
            }
        }

        private static void check(String name, @Nullable Object value) {
            if (value == null) {
                throw new IllegalArgumentException(name + " is missing");
            } else if (value instanceof String text && NAMES_SUBJECT.contains(name) && !namesSubject(text)) {
                throw new IllegalArgumentException(name + " is no subject: " + text);
            } else if (value instanceof Record each) {
                check(each);
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
    }
}
