package dev.slipstream.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the manifests against the schemas of Kubernetes, and the canary against the stable deployment. */
class ManifestsTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root"));
    private static final Path MANIFESTS = ROOT.resolve("examples/fleet/kubernetes");

    @TempDir
    private Path folder;

    private static List<Path> manifests() throws IOException {
        try (Stream<Path> files = Files.list(MANIFESTS)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    private static String check(int code, List<Path> files) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("tools/manifests").toString()));
        files.forEach(file -> command.add(file.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(code);
        return said;
    }

    /** The checker has to be fetched. */
    @Tag("long")
    @Test
    void passTheSchemas() throws Exception {
        assertThat(check(0, manifests())).contains("deployment/orders-canary", "deployment/orders ", "service/orders");
    }

    /** Each case replaces one word of the canary, and must be found. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "initContainers:, initContainer:, unexpected",
        "replicas: 1, replicas: one, not of type",
        "allowPrivilegeEscalation:, allowPrivilegeEscalations:, unexpected",
        "selector:, selectors:, 'selector'",
        "apiVersion: apps/v1, apiVersion: apps/v0, find schema",
        "kind: Deployment, kind: Deploiment, find schema",
        "mountPath: /agents}, mountPaths: /agents}, mountPath",
    })
    void failWhereTheyAreBroken(String right, String wrong, String message) throws Exception {
        String canary = Files.readString(MANIFESTS.resolve("canary.yaml"));
        assertThat(canary).contains(right);
        Path broken = folder.resolve("broken.yaml");
        Files.writeString(broken, canary.replaceFirst(right, wrong));
        assertThat(check(1, List.of(broken))).contains(message);
    }

    /** The canary differs from the stable deployment in Slipstream, the labels and the number of replicas. */
    @Test
    void theCanaryIsTheApplicationWithSlipstream() throws Exception {
        List<String> canary = Files.readAllLines(MANIFESTS.resolve("canary.yaml"));
        List<String> stable = Files.readAllLines(MANIFESTS.resolve("stable.yaml"));
        assertThat(canary).contains("            - name: JAVA_TOOL_OPTIONS");
        assertThat(stable).filteredOn(line -> !canary.contains(line) && !line.strip().startsWith("#"))
                .allMatch(line -> line.contains("track: stable") || line.contains("replicas:") || line.equals("  name: orders"));
    }
}
