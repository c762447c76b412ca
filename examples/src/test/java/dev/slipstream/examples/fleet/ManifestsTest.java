package dev.slipstream.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Renders the components and the chart of {@code kubernetes/} with the manifests of the example, and checks them against the
 * schemas of Kubernetes. {@code PodsTest} runs what was rendered.
 */
@Tag("long")
class ManifestsTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root"));
    private static final Path MANIFESTS = ROOT.resolve("examples/fleet/kubernetes");
    private static final String AGENT = "-javaagent:/agents/slipstream.jar";
    private static final String EXPORTER = "-javaagent:/agents/jmx-exporter.jar=9404:/agents/jmx-exporter.yml";

    @TempDir
    private Path folder;

    private Path chart;

    /** The chart of the application, with the one of Slipstream packaged into it. */
    @BeforeEach
    void packageTheChart() throws Exception {
        chart = folder.resolve("orders");
        try (Stream<Path> files = Files.walk(MANIFESTS.resolve("chart"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = chart.resolve(MANIFESTS.resolve("chart").relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        render(0, "helm", "package", ROOT.resolve("kubernetes/chart").toString(), "-d", chart.resolve("charts").toString());
    }

    private String run(int code, String tool, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("tools").resolve(tool).toString()));
        command.addAll(List.of(arguments));
        Path said = folder.resolve("said");
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(said.toFile()).start();
        assertThat(process.waitFor()).as(Files.readString(said) + Files.readString(out)).isEqualTo(code);
        return code == 0 ? Files.readString(out) : Files.readString(said) + Files.readString(out);
    }

    private String render(int code, String... arguments) throws IOException, InterruptedException {
        return run(code, "render", arguments);
    }

    private String overlay(String name) throws IOException, InterruptedException {
        return render(0, "kustomize", "build", MANIFESTS.resolve(name).toString());
    }

    /** Renders the chart of the application with settings of Slipstream's. */
    private String chart(int code, String... settings) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("helm", "template", "orders", chart.toString()));
        for (String setting : settings) {
            arguments.addAll(List.of("--set", "slipstream." + setting));
        }
        return render(code, arguments.toArray(String[]::new));
    }

    private String check(int code, String rendered) throws IOException, InterruptedException {
        return run(code, "manifests", Files.writeString(folder.resolve("rendered.yaml"), rendered).toString());
    }

    /** Writes a kustomization of a resource with components, in a folder elsewhere. */
    private Path own(String name, String resource, String... components) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        Files.writeString(own.resolve("resource.yaml"), resource);
        Path all = own.toAbsolutePath().relativize(ROOT.toAbsolutePath().resolve("kubernetes"));
        Files.writeString(own.resolve("kustomization.yaml"), "resources: [resource.yaml]\ncomponents: "
                + Stream.of(components).map(component -> all.resolve(component).toString()).toList() + "\n");
        return own;
    }

    private String with(String resource, String... components) throws IOException, InterruptedException {
        return render(0, "kustomize", "build", own("own", resource, components).toString());
    }

    private static String words(String rendered) {
        return rendered.replaceAll("\\s+", " ");
    }

    private static String workload(String kind, String labels, String container) {
        return """
                apiVersion: apps/v1
                kind: %s
                metadata: {name: other, labels: {%s}}
                spec:
                  selector: {matchLabels: {app: other}}
                  template:
                    metadata: {labels: {app: other}}
                    spec:
                      containers:
                        - {name: other, image: other%s}
                        - {name: sidecar, image: sidecar}
                """.formatted(kind, labels, container);
    }

    @ParameterizedTest
    @CsvSource({"'', deployment/orders", "'', service/orders", "canary, deployment/orders-canary", "baked, deployment/orders"})
    void passTheSchemas(String overlay, String resource) throws Exception {
        assertThat(check(0, overlay(overlay))).contains(" " + resource + " ");
    }

    /** Each case replaces one word of the canary, and must be found. */
    @ParameterizedTest
    @CsvSource({
        "initContainers:, initContainer:, unexpected",
        "replicas: 1, replicas: one, not of type",
        "allowPrivilegeEscalation:, allowPrivilegeEscalations:, unexpected",
        "selector:, selectors:, 'selector'",
        "apiVersion: apps/v1, apiVersion: apps/v0, find schema",
        "kind: Deployment, kind: Deploiment, find schema",
        "mountPath: /agents, mountPaths: /agents, mountPath",
    })
    void failWhereTheyAreBroken(String right, String wrong, String message) throws Exception {
        String canary = overlay("canary");
        assertThat(canary).contains(right);
        assertThat(check(1, canary.replaceFirst(right, wrong))).contains(message);
    }

    /** The canary differs from the stable deployment in Slipstream, the labels and the number of replicas. */
    @ParameterizedTest
    @ValueSource(strings = {"canary", "baked"})
    void anOverlayIsTheApplicationWithSlipstream(String overlay) throws Exception {
        List<String> with = overlay(overlay).lines().toList();
        assertThat(overlay("stable").lines()).filteredOn(line -> !with.contains(line))
                .allMatch(line -> line.contains("track: stable") || line.contains("replicas:") || line.equals("  name: orders")
                        || line.endsWith("value: -XX:MaxRAMPercentage=60"));
    }

    @Test
    void theAgentComesBeforeOptionsThatWereThere() throws Exception {
        assertThat(words(overlay("canary")))
                .contains("name: JAVA_TOOL_OPTIONS value: " + AGENT + " -XX:MaxRAMPercentage=60 ",
                        "name: JDK_JAVA_OPTIONS value: '" + EXPORTER + " '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "StatefulSet"})
    void theFirstContainerOfAnyWorkloadGetsTheAgent(String kind) throws Exception {
        String rendered = with(workload(kind, "", ""), "agent", "metrics");
        assertThat(rendered).containsOnlyOnce(AGENT).containsOnlyOnce(EXPORTER).containsOnlyOnce("initContainers:");
        assertThat(rendered.indexOf(AGENT)).isBetween(rendered.indexOf("containers:"), rendered.indexOf("image: other"));
        check(0, kind.equals("Deployment") ? rendered : rendered.replace("  selector:", "  serviceName: other\n  selector:"));
    }

    @Test
    void theSecondContainerAndAPortForOtherMetricsStay() throws Exception {
        String rendered = with(workload("Deployment", "", ", ports: [{name: metrics, containerPort: 8081}]"), "agent", "metrics");
        assertThat(words(rendered)).contains("- containerPort: 8081 name: metrics - containerPort: 9404 name: ",
                "- image: sidecar name: sidecar initContainers:");
    }

    /**
     * A pod is {@code Guaranteed} only if its init containers limit all that they request. It meets the standard
     * {@code restricted} only if they do, also where the application says so of its own container, and not of the pod.
     */
    @ParameterizedTest
    @CsvSource({"agent, image=a/b:1", "jdk, jdk.image=a/jdk:21"})
    void thePodStaysGuaranteedAndRestricted(String component, String setting) throws Exception {
        for (String rendered : List.of(with(workload("Deployment", "", ""), component),
                with(chart(0, "enabled=false"), component), with(chart(0, setting)))) {
            assertThat(words(rendered)).containsPattern("resources: limits: (cpu: \\w+ memory: \\w+) requests: \\1 "
                    + "securityContext: allowPrivilegeEscalation: false capabilities: drop: - ALL readOnlyRootFilesystem: true "
                    + "runAsNonRoot: true seccompProfile: type: RuntimeDefault ");
        }
    }

    /** The output of {@code helm template}, as of a chart of others. */
    @Test
    void theComponentTakesWhatHelmHasWritten() throws Exception {
        String rendered = with(chart(0, "enabled=false"), "agent", "metrics");
        assertThat(words(rendered)).contains("name: JAVA_TOOL_OPTIONS value: " + AGENT + " -XX:MaxRAMPercentage=60 ");
        assertThat(check(0, rendered)).contains("deployment/orders ");
    }

    @Test
    void theExamplesOfThePageAreRight() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/kubernetes.md"));
        assertThat(page).contains("```yaml\n# values.yaml\n" + Files.readString(MANIFESTS.resolve("chart/values.yaml")) + "```");
        Path own = own("page", "");
        Files.writeString(own.resolve("deployment.yaml"), workload("Deployment", "", ""));
        Files.writeString(own.resolve("kustomization.yaml"),
                page.substring(page.indexOf("# kustomization.yaml"), page.indexOf("\n```\n")));
        Files.createSymbolicLink(own.resolve("slipstream"), ROOT.toAbsolutePath());
        assertThat(render(0, "kustomize", "build", own.toString()))
                .contains(AGENT, "image: registry.example/slipstream-agent:1.0");
    }

    /** Such as a folder with the overlays of several applications. */
    @Test
    void twoOverlaysOfOneBuildHaveTheComponents() throws Exception {
        for (String name : List.of("one", "two")) {
            own(name, workload("Deployment", "", "").replace("name: other,", "name: " + name + ","), "agent", "metrics", "jdk");
        }
        Files.writeString(folder.resolve("kustomization.yaml"), "resources: [one, two]\n");
        String rendered = render(0, "kustomize", "build", folder.toString());
        assertThat(rendered.split(AGENT, -1)).hasSize(3);
        assertThat(rendered).doesNotContain("PodTemplate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "StatefulSet"})
    void aWorkloadMayRefuse(String kind) throws Exception {
        String refuses = workload(kind, "slipstream: none", "");
        assertThat(with(refuses, "agent", "metrics", "jdk")).isEqualTo(with(refuses));
    }

    @Test
    void otherKindsStayAsTheyAre() throws Exception {
        String others = """
                apiVersion: v1
                kind: Service
                metadata: {name: other}
                spec: {ports: [{port: 80}]}
                ---
                """ + workload("DaemonSet", "", "");
        assertThat(with(others, "agent", "metrics", "jdk")).isEqualTo(with(others));
    }

    @Test
    void theChartsAreWellMade() throws Exception {
        render(0, "helm", "lint", "--strict", ROOT.resolve("kubernetes/chart").toString(), chart.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "image=a/b:1 | " + AGENT + " -XX:MaxRAMPercentage=60 | " + EXPORTER,
        "javaToolOptions= | " + AGENT + "\" | MaxRAMPercentage",
        "metrics=true | " + EXPORTER + " | /jdk",
        "jdk.image=a/jdk:21 | mountPath: \"/opt/java/openjdk\", subPath: \"openjdk\", readOnly: true | " + AGENT,
        "jdk.image=a/jdk:21,slipstream.jdk.path=/usr/lib/jvm/jre | [cp, -af, \"/usr/lib/jvm/jre\", /jdk/] | /opt/java",
        "jdk.image=a/jdk:21,slipstream.metrics=true | image: \"a/jdk:21\" | 9404",
        "enabled=false | value: \"-XX:MaxRAMPercentage=60\" | name: slipstream",
        "enabled=false,slipstream.metrics=true | SLIPSTREAM | 9404"})
    void theChartPassesTheSchemas(String settings, String has, String lacks) throws Exception {
        String rendered = chart(0, settings);
        assertThat(rendered).contains(has).doesNotContain(lacks);
        assertThat(check(0, rendered)).contains("deployment/orders ");
    }

    @Test
    void theChartRefusesValuesThatItDoesNotKnow() throws Exception {
        assertThat(chart(1, "imag=a/b:1")).contains("imag");
        assertThat(chart(1, "metrics=9404")).contains("metrics");
    }
}
