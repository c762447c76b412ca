package dev.slipstream.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the dashboard against Grafana's schemas; {@code FleetTest} asks a Prometheus its queries. */
class DashboardTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root"));
    private static final Path DASHBOARD = ROOT.resolve("examples/fleet/grafana.json");

    @TempDir
    private Path folder;

    private static String check(int code, Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(ROOT.resolve("tools/dashboards").toString(), file.toString())
                .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(code);
        return said;
    }

    /** The checker has to be compiled. */
    @Tag("long")
    @Test
    void passesTheSchemas() throws Exception {
        check(0, DASHBOARD);
    }

    /** Each case replaces one text of the dashboard, and must be found. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "schemaVersion\": 41 | schemaVersion\": \"41\" | schemaVersion",
        "\"expr\" | \"expression\" | expression",
        "\"gridPos\" | \"gridPosition\" | gridPosition",
        "\"frameIndex\" | \"frameIndexes\" | frameIndex",
        "\"multi\": true | \"multi\": 1 | multi"})
    void findsWhatIsWrong(String text, String other, String message) throws Exception {
        String original = Files.readString(DASHBOARD);
        assertThat(original).contains(text);
        Path broken = Files.writeString(folder.resolve("broken.json"), original.replace(text, other));
        assertThat(check(1, broken)).contains(message);
    }

    @Test
    void hasQueries() throws Exception {
        assertThat(Dashboard.queries(DASHBOARD)).hasSize(8).allSatisfy((title, query) -> assertThat(query).doesNotContain("$"));
    }
}
