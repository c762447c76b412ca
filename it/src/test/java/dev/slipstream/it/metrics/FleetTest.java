package dev.slipstream.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the fleet example with a real Prometheus, which {@code tools/prometheus} finds or fetches. */
class FleetTest {
    @TempDir
    private Path folder;

    private Ended run(String... command) throws IOException, InterruptedException {
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(ForkedJvm.ROOT.toFile()).redirectError(err.toFile());
        // With these variables, the JVM would print lines to stderr.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(String.join(" ", command), process.waitFor(), out, Files.readString(err));
    }

    private Ended example(String commands) throws IOException, InterruptedException {
        return run(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                "examples/target/classes:examples/target/lib/*", "dev.slipstream.examples.fleet.FleetExample",
                "--prometheus", commands);
    }

    @Tag("long")
    @Test
    void prometheusKnowsTheCounters() throws Exception {
        Ended prometheus = run("tools/prometheus");
        assertThat(prometheus.exitCode()).as("%s", prometheus).isZero();
        Ended ended = example(prometheus.out().strip());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended)
                .containsPattern("slipstream_remedy_active naming +1 +1\n")
                .containsPattern("slipstream_remedy_active pinning +0 +0\n")
                .containsPattern("slipstream_remedy_state naming active +1 +1\n")
                .containsPattern("slipstream_counter_total naming renames +[1-9]\\d* +[1-9]\\d*\n")
                .containsPattern("slipstream_gauge naming files +[1-9] +[1-9]\n")
                .contains("dashboard, Active remedies: 6 series\n", "dashboard, Not in force, although asked for: 0 series\n",
                        "dashboard, Alerts: 0 series\n", "dashboard, Pinned parks, a second: 0 series\n")
                .containsPattern("dashboard, Failures a second: [1-9]").containsPattern("dashboard, At a limit, a second: [1-9]")
                .containsPattern("dashboard, Counters of \\$remedy, a second: [1-9]")
                .containsPattern("dashboard, Gauges of \\$remedy: [1-9]")
                .containsPattern("renames each second, on 127.0.0.1:\\d+: [1-9]")
                .contains("promtool check config prometheus.yml: passes", "promtool test rules alerts-test.yml: passes",
                        "alerts: []", "its metrics are gone; alerts: [SlipstreamMissing pending]");
    }

    @Test
    void saysThatThereIsNoPrometheus() throws Exception {
        Ended ended = example(folder.toString());
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).as("%s", ended).contains(folder + "/prometheus is not there");
    }
}
