package dev.slipstream.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.lab.result.ResultFiles.UnreadableResultsException;
import dev.slipstream.lab.result.Results.ScenarioResult;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no results file is refused in a line that says which file and why. */
class ResultFilesTest {
    private static final Results EMPTY = new Results(Results.SCHEMA, Results.SCHEMA_VERSION, "1", List.of("prove"), "now", 0,
            300, true, List.of(),
            new Environment("c", 1, null, "k", "a", null, null, null, List.of(), Map.of(), null, null, List.of()),
            List.of(), List.of());

    @TempDir
    private Path folder;

    private String json() throws IOException {
        ResultFiles.write(folder, EMPTY, "[]");
        return Files.readString(folder.resolve("results.json"));
    }

    private void refuses(String content, String why) throws IOException {
        Path file = Files.writeString(folder.resolve("some.json"), content);
        assertThatThrownBy(() -> ResultFiles.read(file))
                .isInstanceOf(UnreadableResultsException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(why)
                .hasMessageNotContaining("\n");
    }

    @Test
    void readsWhatWasWrittenFromTheFileOrItsFolder() throws Exception {
        json();
        assertThat(ResultFiles.read(folder)).isEqualTo(EMPTY);
        assertThat(ResultFiles.read(folder.resolve("results.json"))).isEqualTo(EMPTY);
    }

    @Test
    void whatIsNotThere() {
        assertThatThrownBy(() -> ResultFiles.read(folder.resolve("none.json"))).hasMessageContaining("does not exist");
        assertThatThrownBy(() -> ResultFiles.read(folder)).hasMessageContaining("results.json does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''|not a results file", "null|not a results file", "[]|not a results file", "42|not a results file",
        "{}|not a results file", "{ \"schemaVersion\": {} }|not a results file", "{ \"a\"|damaged", "]|damaged",
        "%PDF-1.7 \u00e9\u00ff|damaged"
    })
    void whatIsNoResultsFile(String content, String why) throws Exception {
        refuses(content, why);
    }

    @Test
    void anotherSchema() throws Exception {
        refuses(json().replace("\"schemaVersion\": 3", "\"schemaVersion\": 4"), "version 4; this version of Slipstream reads");
        refuses(json().replace(Results.SCHEMA, "other"), "has schema \"other\"");
        refuses("{ \"schemaVersion\": 1, \"experiments\": [] }", "version 1; this version");
    }

    @Test
    void whatIsTruncated() throws Exception {
        String whole = json();
        for (int length = whole.length() - 3; length > 0; length -= 7) {
            refuses(whole.substring(0, length), "");
        }
    }

    @Test
    void theWrongShape() throws Exception {
        refuses(json().replace("\"experiments\": []", "\"experiments\": null"), "Results.experiments is missing");
        refuses(json().replace("\"experiments\": []", "\"experiments\": [null]"), "an element of Results.experiments");
        refuses(json().replace("\"experiments\": []", "\"experiments\": {}"), "damaged");
        refuses(json().replace("\"cores\": 1", "\"cores\": \"many\""), "damaged");
    }

    @Test
    void numbersThatAreNone() throws Exception {
        refuses(json().replace("\"seconds\": 0.0", "\"seconds\": NaN"), "Results.seconds is NaN");
        refuses(json().replace("\"seconds\": 0.0", "\"seconds\": 1e999"), "Results.seconds is Infinity");
    }

    @Test
    void subjectsThatAreNone() throws Exception {
        String scenarios = "\"experiments\": [{\"remedy\": \"r\", \"title\": \"t\", \"parts\": [{\"id\": \"a\", \"title\": \"t\","
                + "\"guards\": [], \"workloads\": [], \"scenarios\": [{\"id\": \"s\", \"title\": \"t\", \"subject\": \"nobody\", \"headline\": false,"
                + "\"jvmArgs\": [], \"expected\": \"PASS\", \"endings\": [], \"seconds\": [], \"output\": \"\"}]}]}]";
        refuses(json().replace("\"experiments\": []", scenarios), "ScenarioResult.subject is no subject: nobody");
    }

    @Test
    void deepNesting() throws Exception {
        refuses("{ \"schemaVersion\": 3, \"x\": " + "[".repeat(1_000_000), "damaged");
    }

    @Test
    void theHuge() throws Exception {
        Path file = folder.resolve("huge.json");
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(1L << 40);
        }
        assertThatThrownBy(() -> ResultFiles.read(file)).hasMessageContaining("larger than any results");
    }
}
