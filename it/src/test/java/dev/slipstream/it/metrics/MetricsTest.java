package dev.slipstream.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test that the names in {@code remedies/metrics.md} are those of the beans and of the events, on every JDK. */
public class MetricsTest {
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| `([\\w.]+)` \\| `(\\w+)` \\|.*");

    @TempDir
    private Path folder;

    /** The event of a remedy, and its counters. */
    public record Documented(String event, Set<String> counters) {}

    /** Returns what is documented of each remedy, in the agent's order. */
    public static Map<String, Documented> documented() throws IOException {
        Map<String, Documented> documented = new LinkedHashMap<>();
        for (String line : Files.readAllLines(ForkedJvm.ROOT.resolve("remedies/metrics.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                documented.computeIfAbsent(row.group(1), remedy -> new Documented(row.group(2), new TreeSet<>())).counters
                        .add(row.group(3));
            }
        }
        return documented;
    }

    /** Returns the meaning of each number that a remedy's bean has, counters among them. */
    private static Map<String, String> numbers(String remedy) throws IOException {
        Map<String, String> numbers = new TreeMap<>();
        for (String line : Files.readAllLines(ForkedJvm.ROOT.resolve("remedies/metrics.md"))) {
            List<String> cells = List.of(line.split(" ?\\| ?", -1));
            if (cells.size() == 7 && cells.get(1).equals("`" + remedy + "`")) {
                numbers.put(cells.get(3).replace("`", ""), cells.get(5));
            } else if (cells.size() == 5 && cells.get(2).equals("number")) {
                numbers.put(cells.get(1).replace("`", ""), cells.get(3));
            }
        }
        return numbers;
    }

    @Test
    void everyRemedyIsThere() throws IOException {
        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(Experiments.remedies());
    }

    @OnEveryJdk
    void namesAreThoseThatAreThere(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED",
                "-Djdk.reflect.useNativeAccessorOnly=true").withAgent("quiet," + String.join(",", Experiments.remedies()))
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call AllCosts load")).isEqualTo("started");
            if (jdk.hasVirtualThreads()) {
                assertThat(jvm.ask("call arenas.ArenaLoad load")).isEqualTo("started");
            }
            assertThat(jvm.ask("call EventFields record")).isEqualTo("recording");
            Programs.awaitBeans(jvm);
            for (Map.Entry<String, Documented> each : documented().entrySet()) {
                String bean = jvm.ask("bean " + each.getKey());
                if (!Programs.remedies(jdk).contains(each.getKey())) {
                    assertThat(bean).doesNotStartWith("active").contains("counters={} sites={}");
                    continue;
                }
                assertThat(bean).startsWith("active");
                assertThat(counters(bean)).as(bean).isEqualTo(each.getValue().counters);
                assertThat(jvm.ask("numbers " + each.getKey())).isEqualTo(numbers(each.getKey()).toString());
                jvm.waitUntil("the event of " + each.getKey(), () -> !jvm.ask("event " + each.getValue().event).isEmpty());
                assertThat(jvm.ask("event " + each.getValue().event)).isEqualTo(each.getValue().counters.toString());
            }
            assertThat(jvm.ask("options naming")).matches("since [1-9]\\d{12} \\{interval=10, mode=published, truncation=jdk}");
        }
    }

    /** {@code naming} looks for a recorder once a second while threads rename themselves; {@code buffering} is notified. */
    @OnEveryJdk
    void eventsEndAtADetachAndReturnWithTheNextAttach(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading",
                "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED", "-Djdk.reflect.useNativeAccessorOnly=true")
                .withAgent("quiet,naming,buffering")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call AllCosts load")).isEqualTo("started");
            assertThat(jvm.ask("call EventFields record")).isEqualTo("recording");
            jvm.waitUntil("events", () -> recorded(jvm, "Naming") > 0 && recorded(jvm, "Buffering") > 0);
            String types = jvm.ask("call EventFields types");
            jvm.request("!detach");
            assertThat(jvm.ask("event dev.slipstream.Naming") + jvm.ask("event dev.slipstream.Buffering")).isEmpty();
            int naming = recorded(jvm, "Naming");
            int buffering = recorded(jvm, "Buffering");
            assertThat(List.of(naming, buffering)).as("events from before the detach").allMatch(events -> events > 0);
            jvm.request("quiet,naming,buffering");
            jvm.waitUntil("more events", () -> recorded(jvm, "Naming") > naming && recorded(jvm, "Buffering") > buffering);
            // Types that were made anew at each attach would stay in the JVM for good.
            assertThat(jvm.ask("call EventFields types")).isEqualTo(types).contains("dev.slipstream.Naming=",
                    "dev.slipstream.Buffering=");
            assertThat(jvm.err().lines().filter(line -> line.contains("slipstream")))
                    .containsExactly(Programs.detached(jdk));
        }
    }

    /**
     * Events of ours appear only where they are asked for, and no thread of ours sleeps. Classes are transformed again once for the
     * beans, and by {@code text} when the lengths of texts change.
     */
    @OnEveryJdk(from = 21)
    void aRecordingOfOthersHasNothingOfOurs(TestJdk jdk) throws Exception {
        Path recording = folder.resolve("theirs.jfr");
        Ended ended = Programs.on(jdk).with("--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED", "-Xlog:jfr*=off",
                "-XX:StartFlightRecording=filename=" + recording + ",settings=none,+jdk.ThreadSleep#enabled=true,"
                        + "+jdk.ThreadSleep#threshold=0ms,+jdk.RetransformClasses#enabled=true")
                .withAgent("quiet," + String.join(",", Experiments.remedies()))
                .run(Programs.PACKAGE + "arenas.ArenaLoad", "4000", "striped");
        assertThat(ended.out()).as("%s", ended).contains("on stripes");
        List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
        assertThat(events).extracting(event -> event.getEventType().getName()).contains("jdk.ThreadSleep")
                .noneMatch(name -> name.startsWith("dev.slipstream"));
        assertThat(events).filteredOn(event -> event.getThread() != null && event.getThread().getJavaName() != null)
                .extracting(event -> event.getThread().getJavaName() + " " + event.getEventType().getName())
                .filteredOn(each -> each.startsWith("slipstream-"))
                .isSubsetOf("slipstream-beans jdk.RetransformClasses", "slipstream-text jdk.RetransformClasses");
    }

    /** The recorder notifies its listeners, ours among them, under the lock that a detach needs to remove ours. */
    @OnEveryJdk
    void detachesWhileTheRecorderStarts(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").withAgent("none,quiet")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call EventFields delayRecorder")).isEqualTo("listening");
            jvm.request("quiet,buffering");
            assertThat(jvm.ask("call EventFields recordAside")).isEqualTo("starting");
            Thread.sleep(1_000);
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> jvm.request("!detach"));
            assertThat(jvm.ask("event dev.slipstream.Buffering")).isEmpty();
        }
    }

    private static int recorded(Running jvm, String event) throws Exception {
        Matcher count = Pattern.compile("dev\\.slipstream\\." + event + "=(\\d+)")
                .matcher(jvm.ask("call EventFields recorded"));
        return count.find() ? Integer.parseInt(count.group(1)) : 0;
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
