package dev.slipstream.results.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.results.file.ResultFiles.UnreadableResultsException;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Estimator.Shape;
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

/** A file that is no results file is refused in a line that says which file and why. */
class ResultFilesTest {
    private static final Environment HERE =
            new Environment("c", 1, null, "k", "a", null, null, null, List.of(), Map.of(), null, null, List.of());
    private static final Results EMPTY = new Results(Results.SCHEMA, Results.SCHEMA_VERSION, "1", List.of("prove"), "now", 0,
            300, true, List.of(), HERE, List.of(), List.of());

    @TempDir
    private Path folder;

    private String json() throws IOException {
        ResultFiles.write(folder, EMPTY, "[]");
        return Files.readString(folder.resolve("results.json"));
    }

    /** Results with another component. */
    private String with(String component) throws IOException {
        return json().replaceFirst("}\n$", "," + component + "}");
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

    /** An empty text is left out where null is none, and otherwise kept; so is a record of nulls. */
    @Test
    void whatIsEmptyIsLeftOutAndCompleted() throws Exception {
        assertThat(json()).isEqualTo("""
                {"schema":"slipstream-results","schemaVersion":4,"version":"1","command":["prove"],"started":"now","seconds":0.0,\
                "budget":300.0,"ended":true,"environment":{"cpu":"c","cores":1,"kernel":"k","architecture":"a"}}
                """);
        Environment here = new Environment("", 1, null, "k", "a", "", null, new Environment.Container(null, null), List.of(),
                Map.of(),
                new Environment.Load(null, 0.0, null), null, List.of());
        Results other = new Results(Results.SCHEMA, Results.SCHEMA_VERSION, "", List.of(), "now", 0, 300, false, List.of(), here,
                List.of(), List.of());
        ResultFiles.write(folder, other, "[]");
        assertThat(ResultFiles.read(folder)).isEqualTo(other);
    }

    @Test
    void aWorkloadHasALine() throws Exception {
        WorkloadResult one = new WorkloadResult("a-one", "t", "b", Map.of("parts", "2"), 1.0, "s",
                List.of(new SubjectResult("stock 21",
                        List.of("-Xmx1g"), List.of(new ForkResult(0, 0.5, null, List.of(1.0, 0.5), Shape.WARM_UP, 1, null)))),
                List.of(), List.of());
        WorkloadResult two = new WorkloadResult("a-two", "t", "b", Map.of(), null, "s", List.of(), List.of(), List.of());
        Results results = new Results(Results.SCHEMA, Results.SCHEMA_VERSION, "1", List.of(), "now", 0, 300, true, List.of(),
                HERE,
                List.of(), List.of(new ExperimentResult("r", "t", List.of(
                        new PartResult("a", "t", null, List.of(), List.of(one, two), List.of())))));
        ResultFiles.write(folder, results, "[]");
        assertThat(ResultFiles.read(folder)).isEqualTo(results);
        assertThat(Files.readString(folder.resolve("results.json"))).endsWith("""
                "experiments":[
                {"remedy":"r","title":"t","parts":[
                {"id":"a","title":"t","workloads":[
                {"id":"a-one","title":"t","benchmark":"b","params":{"parts":"2"},"x":1.0,"unit":"s","subjects":[{"subject":"stock 21",\
                "jvmArgs":["-Xmx1g"],"forks":[{"round":0,"score":0.5,"iterations":[1.0,0.5],"shape":"warm-up","steadyFrom":1}]}]},
                {"id":"a-two","title":"t","benchmark":"b","unit":"s"}]}]}]}
                """);
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
        refuses(json().replace("\"schemaVersion\":4", "\"schemaVersion\":5"), "version 5; this version of Slipstream reads");
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
        refuses(with("\"experiments\":null"), "Results.experiments is missing");
        refuses(with("\"experiments\":[null]"), "an element of Results.experiments");
        refuses(with("\"experiments\":{}"), "damaged");
        refuses(json().replace("\"cores\":1", "\"cores\":\"many\""), "damaged");
        refuses(json().replace("\"cores\":1,", ""), "damaged");
    }

    @Test
    void numbersThatAreNone() throws Exception {
        refuses(json().replace("\"seconds\":0.0", "\"seconds\":NaN"), "infinities: NaN");
        refuses(json().replace("\"seconds\":0.0", "\"seconds\":1e999"), "infinities: Infinity");
    }

    @Test
    void subjectsThatAreNone() throws Exception {
        String scenarios = "\"experiments\": [{\"remedy\": \"r\", \"title\": \"t\", \"parts\": [{\"id\": \"a\", \"title\": \"t\","
                + "\"covers\": [], \"workloads\": [], \"scenarios\": [{\"id\": \"s\", \"title\": \"t\", \"subject\": \"nobody\", \"headline\": false,"
                + "\"jvmArgs\": [], \"expected\": \"PASS\", \"endings\": [], \"seconds\": [], \"output\": \"\"}]}]}]";
        refuses(with(scenarios), "ScenarioResult.subject is no subject: nobody");
    }

    @Test
    void deepNesting() throws Exception {
        refuses("{ \"schemaVersion\": 4, \"x\": " + "[".repeat(1_000_000), "damaged");
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
