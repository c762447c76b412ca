package dev.slipstream.diagnose.result;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Diagnoses as one JSON document.
 *
 * @param schema always {@link #SCHEMA}
 * @param schemaVersion the schema's version, which changes if readers must change
 * @param version the version of Slipstream; empty if unknown
 * @param diagnoses one for each JVM
 */
public record DiagnosisJson(String schema, int schemaVersion, String version, List<Diagnosis> diagnoses) {
    /** The name of this schema. */
    public static final String SCHEMA = "slipstream-diagnosis";

    /** The version of this schema. */
    public static final int VERSION = 2;

    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls()
            .registerTypeHierarchyAdapter(Enum.class,
                    (JsonSerializer<Enum<?>>) (word, type, context) -> new JsonPrimitive(word(word)))
            .create();

    /** Copies the list. */
    public DiagnosisJson {
        diagnoses = List.copyOf(diagnoses);
    }

    /**
     * Formats diagnoses.
     *
     * @param diagnoses one for each JVM
     * @param version the version of Slipstream; empty if unknown
     * @return the document, with a trailing line end
     */
    public static String of(List<Diagnosis> diagnoses, String version) {
        return GSON.toJson(new DiagnosisJson(SCHEMA, VERSION, version, diagnoses)) + "\n";
    }

    /**
     * Returns the schema of the document.
     *
     * @return a JSON Schema
     */
    public static String schemaText() {
        try (InputStream schema = DiagnosisJson.class.getResourceAsStream("diagnosis.schema.json")) {
            return new String(schema.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
