package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.State;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The parts of documents and of exporters' rules between the markers {@code generated} and {@code end of generated} follow from the
 * remedies' descriptions. A test that fails leaves the file as it should be in {@code agent/target}.
 */
class DerivedFilesTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final String REMEDIES = "the remedies' descriptions";

    private static List<Remedy> remedies() {
        return Remedies.all().stream().map(Retrofit::remedy).toList();
    }

    @Test
    void tableOfMetrics() throws IOException {
        String table = "| remedy | event | counter | kind | meaning |\n|---|---|---|---|---|\n" + remedies().stream()
                .flatMap(remedy -> remedy.counters().stream().map(counter -> "| `%s` | `%s` | `%s` | %s | %s |".formatted(
                        remedy.name(), remedy.event(), counter.name(), kind(counter), counter.meaning())))
                .collect(Collectors.joining("\n"));
        assertContains("remedies/metrics.md", REMEDIES, table);
    }

    @Test
    void tableOfAttributes() throws IOException {
        String table = "| attribute | type | meaning |\n|---|---|---|\n" + Stream.of(RemedyMXBean.class.getMethods())
                .sorted(Comparator.comparing(Method::getName))
                .map(getter -> "| `%s` | %s | %s |".formatted(getter.getName().substring(3), type(getter.getGenericReturnType()),
                        RemedyBean.meaning(getter.getName().substring(3))))
                .collect(Collectors.joining("\n"));
        assertContains("remedies/metrics.md", "the MXBean's descriptions", table);
    }

    private static String type(Type type) {
        return type == String.class ? "text" : type instanceof ParameterizedType map
                ? "map of " + type(map.getActualTypeArguments()[1]) + "s" : "number";
    }

    /** OpenTelemetry's rules read a table row by row, so each counter has a line. */
    @Test
    void rulesOfOpenTelemetry() throws IOException {
        String rules = remedies().stream()
                .flatMap(remedy -> Stream.of(rule(remedy, false), rule(remedy, true)))
                .filter(rule -> !rule.isEmpty()).collect(Collectors.joining("\n"));
        assertContains("examples/fleet/otel-rules.yml", REMEDIES, rules);
    }

    private static String rule(Remedy remedy, boolean isGauge) {
        List<Counter> counters = remedy.counters().stream().filter(counter -> counter.isGauge() == isGauge).toList();
        if (counters.isEmpty()) {
            return "";
        }
        String kind = kind(counters.get(0));
        return """
                  - bean: dev.slipstream:type=Remedy,name=%s
                    type: %s
                    unit: "{count}"
                    metricAttribute:
                      remedy: const(%s)
                    mapping:
                """.formatted(remedy.name(), kind, remedy.name()) + counters.stream()
                .map(counter -> "      Counters.%s.value: {metric: slipstream.%s, metricAttribute: {%s: const(%s)}}".formatted(
                        counter.name(), kind,
                        kind, counter.name()))
                .collect(Collectors.joining("\n"));
    }

    /** The JMX exporter tells gauges by their names alone. */
    @Test
    void gaugesOfPrometheus() throws IOException {
        List<String> gauges = names(true);
        assertThat(gauges).doesNotContainAnyElementsOf(names(false));
        assertContains("examples/fleet/jmx-exporter.yml", REMEDIES,
                "  - pattern: '<type=Remedy, name=(\\w+), key=(" + String.join("|", gauges) + ")><>?Counters'");
    }

    /** The libraries for frameworks name the states without a class of the agent. */
    @Test
    void statesInFrameworks() throws IOException {
        String all = quoted(Stream.of(State.values()));
        assertThat(Files.readString(ROOT.resolve("micrometer/src/main/java/dev/slipstream/micrometer/RemedyMeters.java")))
                .contains("STATES = List.of(" + all + ")");
        String asWanted = quoted(Stream.of(State.values()).filter(state -> state.number() <= 2));
        assertThat(Files.readString(ROOT.resolve("spring/src/main/java/dev/slipstream/spring/SlipstreamHealth.java")))
                .contains("AS_WANTED = Set.of(" + asWanted + ")");
    }

    private static String quoted(Stream<State> states) {
        return states.map(state -> '"' + state.name().toLowerCase(Locale.ROOT) + '"').collect(Collectors.joining(", "));
    }

    private static List<String> names(boolean isGauge) {
        return remedies().stream().flatMap(remedy -> remedy.counters().stream())
                .filter(counter -> counter.isGauge() == isGauge).map(Counter::name).distinct().toList();
    }

    private static String kind(Counter counter) {
        return counter.isGauge() ? "gauge" : "counter";
    }

    private static void assertContains(String file, String source, String generated) throws IOException {
        Pattern place = Pattern
                .compile("(?s)(\\n[^\\n]*\\bgenerated from " + source + "[^\\n]*\\n).*?(\\n[^\\n]*\\bend of generated\\b)");
        String text = Files.readString(ROOT.resolve(file));
        String expected = place.matcher(text).replaceFirst("$1" + Matcher.quoteReplacement(generated) + "$2");
        Path right = Path.of("target").resolve(Path.of(file).getFileName());
        if (!text.equals(expected)) {
            Files.writeString(right, expected);
        }
        assertThat(text).as("%s; the right one is agent/%s", file, right).isEqualTo(expected).containsPattern(place);
    }
}
