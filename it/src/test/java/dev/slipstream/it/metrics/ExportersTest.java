package dev.slipstream.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.OtherAgents;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test that Prometheus' JMX exporter and OpenTelemetry's agent read the beans in full, by the rules in {@code examples/fleet}. */
class ExportersTest {
    private static final Path RULES = ForkedJvm.ROOT.resolve("examples/fleet");
    private static final Path JARS = ForkedJvm.ROOT.resolve("examples/target/fleet");
    private static final String ALL = String.join(",", Experiments.remedies()) + ",quiet";

    @TempDir
    private Path folder;

    private static String exporter(Page page) {
        return exporter(page, RULES.resolve("jmx-exporter.yml"));
    }

    private static String exporter(Page page, Path configuration) {
        return "-javaagent:" + JARS.resolve("jmx-exporter.jar") + "=127.0.0.1:" + page.port() + ":" + configuration;
    }

    private static String[] openTelemetry(String... exporter) {
        List<String> all = new ArrayList<>(List.of("-javaagent:" + JARS.resolve("opentelemetry-javaagent.jar"),
                "-Dotel.jmx.config=" + RULES.resolve("otel-rules.yml"), "-Dotel.jmx.discovery.delay=500",
                "-Dotel.traces.exporter=none", "-Dotel.logs.exporter=none", "-Dotel.javaagent.logging=none"));
        all.addAll(List.of(exporter));
        return all.toArray(String[]::new);
    }

    @OnEveryJdk
    @OnStockOnly("the other agent redefines with the class of the image")
    void jmxExporterThatComesAfterSlipstream(TestJdk jdk) throws Exception {
        Page page = Page.onAFreePort();
        try (Running jvm = Programs.on(jdk).withAgent(ALL).with(exporter(page)).start(Programs.CONSOLE)) {
            showsAll(jvm, page);
            jvm.load(Scratch.agentJar(OtherAgents.Strips.class, folder), "java.lang.Thread");
            jvm.waitUntil("the loss", () -> shown(page).containsKey("remedy_state naming lost"));
            assertThat(shown(page)).doesNotContainKey("remedy_state naming active");
            assertThat(shown(page).get("remedy_active naming")).startsWith("0");
        }
    }

    @OnEveryJdk
    void jmxExporterThatComesFirst(TestJdk jdk) throws Exception {
        Page page = Page.onAFreePort();
        try (Running jvm = Programs.on(jdk).with(exporter(page)).withAgent(ALL).start(Programs.CONSOLE)) {
            showsAll(jvm, page);
            jvm.request("!detach");
            assertThat(page.read()).doesNotContain("slipstream_");
        }
    }

    /** Each number is an attribute, so a tool that knows nothing of Slipstream shows it. */
    @OnEveryJdk
    void jmxExporterWithoutRules(TestJdk jdk) throws Exception {
        Page page = Page.onAFreePort();
        Path none = Files.writeString(folder.resolve("none.yml"), "{}\n");
        try (Running jvm = Programs.on(jdk).withAgent("naming,quiet").with(exporter(page, none)).start(Programs.CONSOLE)) {
            jvm.ask("call naming.NameLoad some");
            String bean = "dev_slipstream_Remedy_";
            jvm.waitUntil("renames", () -> page.read().contains(bean + "renames{name=\"naming\"} "));
            assertThat(page.read()).contains(bean + "StateNumber{name=\"naming\"} 1.0\n",
                    bean + "StateNumber{name=\"text\"} 0.0\n", bean + "files{name=\"naming\"} ");
        }
    }

    @Tag("long")
    @OnEveryJdk
    void openTelemetryThatComesAfterSlipstream(TestJdk jdk) throws Exception {
        Page page = Page.onAFreePort();
        String[] options = openTelemetry("-Dotel.metrics.exporter=prometheus", "-Dotel.exporter.prometheus.host=127.0.0.1",
                "-Dotel.exporter.prometheus.port=" + page.port());
        try (Running jvm = Programs.on(jdk).withAgent(ALL).with(options).start(Programs.CONSOLE)) {
            showsAll(jvm, page);
        }
    }

    /** Building the collector takes minutes. */
    @Tag("long")
    @OnEveryJdk
    void openTelemetryThatComesFirstAndSendsToACollector(TestJdk jdk) throws Exception {
        try (Collector collector = new Collector(RULES.resolve("otel-collector.yml"), folder)) {
            String[] options = openTelemetry("-Dotel.metrics.exporter=otlp", "-Dotel.metric.export.interval=500",
                    "-Dotel.exporter.otlp.protocol=http/protobuf",
                    "-Dotel.exporter.otlp.endpoint=http://127.0.0.1:" + collector.port());
            try (Running jvm = Programs.on(jdk).with(options).withAgent("naming,quiet").start(Programs.CONSOLE)) {
                jvm.ask("call naming.NameLoad some");
                jvm.waitUntil("the state", () -> collector.said().contains("Name: slipstream.remedy.active\n"));
                jvm.waitUntil("renames", () -> !all("Str\\(renames\\)\\s+-> remedy: Str\\(naming\\)\\s[^>]*Value: [1-9]",
                        collector.said()).isEmpty());
            }
        }
    }

    /** Checks that each remedy's state, and each counter of its bean, is shown under its own name. */
    private static void showsAll(Running jvm, Page page) throws Exception {
        jvm.ask("call naming.NameLoad some");
        jvm.waitUntil("renames", () -> page.read().matches("(?s).*slipstream_counter_total\\{[^}]*renames[^}]*} [1-9].*"));
        Map<String, String> expected = new TreeMap<>();
        for (String remedy : Experiments.remedies()) {
            String bean = jvm.ask("bean " + remedy);
            String state = bean.substring(0, bean.indexOf(' '));
            expected.put("remedy_active " + remedy, state.equals("active") ? "1" : "0");
            expected.put("remedy_state " + remedy + " " + state, "1");
            for (MatchResult counter : all("[{ ](\\w+)=", bean.replaceAll(".*counters=|sites=.*", ""))) {
                expected.put("counter " + remedy + " " + counter.group(1), "");
            }
        }
        jvm.waitUntil("all of them", () -> shown(page).keySet().containsAll(expected.keySet()));
        Map<String, String> shown = shown(page);
        assertThat(new TreeSet<>(shown.keySet())).isEqualTo(new TreeSet<>(expected.keySet()));
        expected.forEach((key, value) -> assertThat(shown.get(key)).as(key).startsWith(value));
    }

    /** Returns the metrics, without the states that a remedy is not in. OpenTelemetry shows these as 0. */
    private static Map<String, String> shown(Page page) {
        Map<String, String> shown = new TreeMap<>();
        for (MatchResult line : all("(?m)^slipstream_(\\w+?)(?:_total)?\\{(.*)} (\\S+)$", page.read())) {
            Map<String, String> labels = new TreeMap<>();
            all("(\\w+)=\"([^\"]*)\"", line.group(2)).forEach(label -> labels.put(label.group(1), label.group(2)));
            String what = labels.getOrDefault("counter", labels.getOrDefault("gauge", labels.getOrDefault("state", "")));
            if (!line.group(1).equals("remedy_state") || line.group(3).startsWith("1")) {
                shown.put((line.group(1).replace("gauge", "counter") + " " + labels.get("remedy") + " " + what).strip(),
                        line.group(3));
            }
        }
        return shown;
    }

    private static List<MatchResult> all(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }
}
