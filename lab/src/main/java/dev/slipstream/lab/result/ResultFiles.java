package dev.slipstream.lab.result;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** The two files of a proof: {@code results.json} in our schema, {@code jmh.json} in that of JMH. */
public final class ResultFiles {
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

    private ResultFiles() {
    }

    /**
     * Writes both files, over those that are there.
     *
     * @param folder an existing folder
     * @param results ours
     * @param jmh those of JMH
     * @throws IOException if that fails
     */
    public static void write(Path folder, Results results, Collection<RunResult> jmh) throws IOException {
        try (Writer file = Files.newBufferedWriter(folder.resolve("results.json"))) {
            GSON.toJson(results, file);
        }
        try (PrintStream file = new PrintStream(folder.resolve("jmh.json").toFile(), StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, file).writeOut(jmh);
        }
    }

    /**
     * Reads {@code results.json} back.
     *
     * @param folder the folder that it is in
     * @return what was written
     * @throws IOException if it cannot be read, or has another schema
     */
    public static Results read(Path folder) throws IOException {
        try (Reader file = Files.newBufferedReader(folder.resolve("results.json"))) {
            Results results = GSON.fromJson(file, Results.class);
            if (results.schemaVersion() != Results.SCHEMA_VERSION) {
                throw new IOException("results.json has schema " + results.schemaVersion());
            }
            return results;
        }
    }
}
