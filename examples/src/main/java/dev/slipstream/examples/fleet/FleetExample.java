package dev.slipstream.examples.fleet;

import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.common.Table;
import dev.slipstream.examples.fleet.Prometheus.Sample;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs an application under Slipstream twice, and a Prometheus that watches both: through its JMX exporter, and through
 * OpenTelemetry's agent. Prints the metrics, detaches Slipstream from one JVM, and waits for the alert. Ends by itself and leaves
 * no process behind.
 */
public final class FleetExample {
    private static final String USAGE =
            """
            usage: FleetExample --prometheus FOLDER [--jdk HOME] [--agent JAR[=OPTIONS]] [--fleet FOLDER] [--jars FOLDER]
              --prometheus  the folder of the commands prometheus and promtool
              --jdk         the JDK of the applications, 21 or newer (default: the one that runs this)
              --agent       Slipstream's jar (default: target/slipstream.jar=naming)
              --fleet       the folder of the configurations (default: examples/fleet)
              --jars        the folder of the other agents (default: examples/target/fleet)
            """;
    /** All metrics except the states that a remedy is not in, which OpenTelemetry reports as 0. */
    private static final String KNOWN = "{__name__=~\"slipstream_.*\"} unless slipstream_remedy_state == 0";

    private final ExampleJdk jdk;
    private final String agent;
    private final Path fleet;
    private final Path jars;
    private final Path commands;
    private final int jmxPort = Example.freePort();
    private final int otelPort = Example.freePort();

    private FleetExample(String[] args) throws IOException {
        Options options = new Options(args, "--prometheus", "--jdk", "--agent", "--fleet", "--jars");
        if (!options.has("--prometheus")) {
            throw new IllegalArgumentException("--prometheus is needed");
        }
        commands = options.path("--prometheus");
        Options.require(commands.resolve("prometheus"));
        jdk = options.jdk();
        agent = options.agent("naming");
        fleet = options.has("--fleet") ? options.path("--fleet") : Path.of("examples", "fleet");
        jars = options.has("--jars") ? options.path("--jars") : Path.of("examples", "target", "fleet");
    }

    /**
     * Exit code 0: Prometheus has all metrics; 1: the rules are wrong; 2: wrong usage; 3: a process failed, or metrics never came.
     */
    public static void main(String[] args) {
        Example.main(FleetExample.class, USAGE, () -> new FleetExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("JDK %s, application under -javaagent:%s%n%n", jdk.version(), Path.of(agent).getFileName());
        if (!passes("check", "config", "prometheus.yml") || !passes("test", "rules", "alerts-test.yml")) {
            return 1;
        }
        Path folder = Files.createTempDirectory("slipstream-fleet");
        try (ExampleJvm exported = start(exporter());
                ExampleJvm instrumented = start(openTelemetry());
                Prometheus prometheus =
                        new Prometheus(commands.resolve("prometheus"), fleet, folder,
                                Map.of(jmxPort, "canary", otelPort, "canary"))) {
            String shows = "orders, process %d, shows its metrics through %s on 127.0.0.1:%d%n";
            System.out.printf(shows, exported.pid(), "the JMX exporter", jmxPort);
            System.out.printf(shows, instrumented.pid(), "OpenTelemetry's agent", otelPort);
            System.out.printf("Prometheus, on 127.0.0.1:%d, has %d alerts%n%n", prometheus.port(), prometheus.rules().size());
            watch(prometheus);
            for (Map.Entry<String, String> panel : Dashboard.queries(fleet.resolve("grafana.json")).entrySet()) {
                System.out.printf("dashboard, %s: %d series%n", panel.getKey(), prometheus.query(panel.getValue()).size());
            }
            detach(prometheus, exported);
            return 0;
        } finally {
            Example.delete(folder);
        }
    }

    private List<String> exporter() {
        Path jar = Options.require(jars.resolve("jmx-exporter.jar"));
        return List.of("-javaagent:%s=127.0.0.1:%d:%s".formatted(jar, jmxPort, fleet.resolve("jmx-exporter.yml")));
    }

    private List<String> openTelemetry() {
        Path jar = Options.require(jars.resolve("opentelemetry-javaagent.jar"));
        return List.of("-javaagent:" + jar, "-Dotel.jmx.config=" + fleet.resolve("otel-rules.yml"),
                "-Dotel.metrics.exporter=prometheus",
                "-Dotel.exporter.prometheus.host=127.0.0.1", "-Dotel.exporter.prometheus.port=" + otelPort,
                "-Dotel.traces.exporter=none", "-Dotel.logs.exporter=none", "-Dotel.jmx.discovery.delay=1000",
                "-Dotel.javaagent.logging=none");
    }

    private ExampleJvm start(List<String> options) throws IOException {
        List<String> all = Stream.concat(Stream.of("-javaagent:" + agent), options.stream()).toList();
        ExampleJvm jvm = ExampleJvm.startServer(jdk, all, Orders.class);
        jvm.line();
        return jvm;
    }

    private boolean passes(String... check) throws IOException {
        List<String> command = Stream.concat(Stream.of(commands.resolve("promtool").toString()), Stream.of(check)).toList();
        Process promtool = new ProcessBuilder(command).directory(fleet.toFile()).redirectErrorStream(true).start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean passes = promtool.onExit().join().exitValue() == 0;
        System.out.println("promtool " + String.join(" ", check) + ": " + (passes ? "passes" : said));
        return passes;
    }

    /** Prints all metrics of both JVMs, once both report renames. */
    private void watch(Prometheus prometheus) throws IOException {
        String renames = "rate(slipstream_counter_total{remedy=\"naming\", counter=\"renames\"}[5s]) > 0";
        prometheus.await("renames of both", () -> prometheus.query(renames).size() == 2);
        Map<String, Double[]> rows = new TreeMap<>();
        for (Sample sample : prometheus.query(KNOWN)) {
            String what = Stream.of("__name__", "remedy", "state", "counter", "gauge").map(sample::label)
                    .filter(label -> !label.isEmpty()).reduce((a, b) -> a + " " + b).orElseThrow();
            boolean first = sample.label("instance").endsWith(":" + jmxPort);
            rows.computeIfAbsent(what, key -> new Double[2])[first ? 0 : 1] = sample.value();
        }
        Table table = new Table(58).column("JMX exporter", "%14s").column("OpenTelemetry", "%14s").begin();
        rows.forEach((what, values) -> table.row(what, text(values[0]), text(values[1])));
        for (Sample sample : prometheus.query(renames)) {
            System.out.printf(Locale.ROOT, "%nrenames each second, on %s: %.0f", sample.label("instance"), sample.value());
        }
        System.out.printf("%nalerts: %s%n", prometheus.alerts());
    }

    private static String text(Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.0f", value);
    }

    private void detach(Prometheus prometheus, ExampleJvm jvm) throws IOException {
        Process detach = new ProcessBuilder(ExampleJdk.here().java().toString(), "-jar", agent.replaceFirst("=.*", ""), "detach",
                Long.toString(jvm.pid())).redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT).start();
        try {
            if (detach.waitFor() != 0) {
                throw new IllegalStateException("detach failed");
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
        String gone = "absent(slipstream_remedy_active{instance=\"127.0.0.1:%d\"})".formatted(jmxPort);
        prometheus.await("the beans to go", () -> !prometheus.query(gone).isEmpty());
        prometheus.await("the alert", () -> prometheus.alerts().contains("SlipstreamMissing pending"));
        System.out.printf("detached from process %d: its metrics are gone; alerts: %s%n", jvm.pid(), prometheus.alerts());
    }
}
