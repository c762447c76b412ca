package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.experiment.Experiments;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Test that the names in {@code remedies/metrics.md} are those of the beans and of the events, on every JDK. */
class MetricsTest {
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| `([\\w.]+)` \\| `(\\w+)` \\|.*");

    /** The event of a remedy, and its counters. */
    record Documented(String event, Set<String> counters) {
    }

    static Map<String, Documented> documented() throws IOException {
        Map<String, Documented> documented = new TreeMap<>();
        for (String line : Files.readAllLines(Jvm.ROOT.resolve("remedies/metrics.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                documented.computeIfAbsent(row.group(1), remedy -> new Documented(row.group(2), new TreeSet<>()))
                        .counters.add(row.group(3));
            }
        }
        return documented;
    }

    @Test
    void everyRemedyIsThere() throws IOException {
        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(Experiments.remedies());
    }

    @OnEveryJdk
    void namesAreThoseThatAreThere(Jdk jdk) throws Exception {
        try (Running jvm = Jvm.on(jdk).with("--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED",
                "-Djdk.reflect.useNativeAccessorOnly=true").withAgent("quiet," + String.join(",", Experiments.remedies()))
                .start("dev.slipstream.it.program.Console")) {
            assertThat(jvm.ask("call AllCosts load")).isEqualTo("started");
            if (jdk.hasVirtualThreads()) {
                assertThat(jvm.ask("call ArenaLoad load")).isEqualTo("started");
            }
            assertThat(jvm.ask("call EventFields record")).isEqualTo("recording");
            while (jvm.ask("threads").contains("slipstream-beans")) {
                Thread.sleep(100);
            }
            for (Map.Entry<String, Documented> each : documented().entrySet()) {
                String bean = jvm.ask("bean " + each.getKey());
                if (!jdk.hasVirtualThreads() && !bean.startsWith("active")) {
                    assertThat(each.getKey()).isIn("arenas", "pinning", "priority");
                    assertThat(bean).contains("counters={} sites={}");
                    continue;
                }
                assertThat(bean).startsWith("active");
                assertThat(counters(bean)).as(bean).isEqualTo(each.getValue().counters);
                jvm.waitUntil("the event of " + each.getKey(), () -> !fields(jvm, each.getValue().event).isEmpty());
                assertThat(fields(jvm, each.getValue().event)).isEqualTo(each.getValue().counters.toString());
            }
            assertThat(jvm.ask("options naming")).matches("since [1-9]\\d{12} \\{interval=10, mode=published, truncation=jdk}");
        }
    }

    private static String fields(Running jvm, String event) {
        try {
            return jvm.ask("event " + event);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> counters(String bean) {
        Set<String> counters = new TreeSet<>();
        String text = bean.replaceFirst(".* counters=\\{(.*)\\} sites=.*", "$1");
        for (String each : text.split(", ")) {
            counters.add(each.substring(0, each.indexOf('=')));
        }
        return counters;
    }
}
