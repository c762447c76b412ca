package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Capture;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test that all remedies, attached and detached repeatedly in a JVM under load, leave nothing behind.
 * {@code -Dslipstream.cycles=500} changes the number of cycles.
 */
@Tag("long")
class CyclesTest {
    private static final int CYCLES = Integer.getInteger("slipstream.cycles", 40);

    /** Cycles after which a JVM and its JIT compilers have done all that they do once, or after a number of calls. */
    private static final int FIRST = 15;
    private static final int LONG_CYCLE = 25;
    private static final int LONG_MILLIS = 2_500;

    /** Per cycle. HotSpot itself keeps that much of the class versions that compiled code has used, also with a plain agent. */
    private static final int KILOBYTES_KEPT = 500;
    private static final String SETTINGS = ",text.interval=1,quiet";

    /** On older JDKs this remedy would report at each attach that it cannot work. */
    private static final String SINCE_21 = "priority";

    /** The load needs it to stripe arenas. */
    private static final String[] OPENS = {"--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED"};

    @TempDir
    private Path folder;

    @OnEveryJdk
    void nothingStays(TestJdk jdk) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading", "-Xmx256m", "-Djava.io.tmpdir=" + temporary,
                "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.reflect.useNativeAccessorOnly=true")
                .with(jdk.feature() >= 21 ? OPENS : new String[0])
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call AllCosts load")).isEqualTo("started");
            String timing = jvm.ask("call AllCosts timing");
            jvm.request("!status");
            jvm.load(Scratch.agentJar(Capture.class, folder), "");
            Map<String, String> bytes = bytes(jvm, jdk);
            // The first look creates what looking itself needs.
            footprint(jvm);
            jvm.ask("call Footprint numbers");
            long start = System.nanoTime();
            cycle(jvm, jdk, 0, FIRST);
            Map<String, String> before = footprint(jvm);
            String numbersBefore = jvm.ask("call Footprint numbers");
            cycle(jvm, jdk, FIRST, CYCLES);
            Map<String, String> after = footprint(jvm);
            String numbersAfter = jvm.ask("call Footprint numbers");
            System.out.println(jdk + ": " + CYCLES + " cycles in " + (System.nanoTime() - start) / 1_000_000_000 + " s; after "
                    + FIRST + ": " + numbersBefore + "; at the end: " + numbersAfter + "; before: " + timing + "; after: "
                    + jvm.ask("call AllCosts timing"));

            assertThat(after).isEqualTo(before);
            assertThat(latest(jvm, bytes)).isEqualTo(bytes);
            Map<String, Long> old = numbers(numbersBefore);
            Map<String, Long> now = numbers(numbersAfter);
            String numbers = numbersBefore + ", then " + numbersAfter;
            // The allowance is for rare events.
            assertThat(now.get("ours")).as(numbers).isLessThanOrEqualTo(old.get("ours") + 10);
            assertThat(now.get("classes")).as(numbers).isLessThanOrEqualTo(old.get("classes") + 40);
            assertThat(now.get("metaspace")).as(numbers)
                    .isLessThanOrEqualTo(old.get("metaspace") + KILOBYTES_KEPT * ((long) (CYCLES - FIRST)) + 2_000);
            assertThat(now.get("heap")).as(numbers).isLessThanOrEqualTo(old.get("heap") + 3_000);
            assertThat(jvm.ask("call AllCosts right")).as("%s", jvm.err()).isEqualTo("right");
            assertThat(jvm.err().lines().distinct().filter(line -> !line.contains("Sharing is only supported")))
                    .containsExactly(Programs.detached(jdk));
        }
    }

    private static String remedies(TestJdk jdk) {
        return Experiments.remedies().stream().filter(remedy -> jdk.feature() >= 21 || !remedy.equals(SINCE_21))
                .collect(Collectors.joining(","));
    }

    private static void cycle(Running jvm, TestJdk jdk, int from, int to) throws Exception {
        Random random = new Random(from);
        for (int i = from; i < to; i++) {
            Properties status = jvm.load(ForkedJvm.JAR, "!attach:" + remedies(jdk) + SETTINGS);
            for (String remedy : Experiments.remedies()) {
                assertThat(status.getProperty("dev.slipstream." + remedy + ".state")).as("%s in cycle %s", remedy, i)
                        .matches(jdk.feature() >= 21 ? "active.*" : "active.*|unneeded.*|off");
            }
            boolean isLong = i % LONG_CYCLE == LONG_CYCLE / 2;
            Thread.sleep(isLong ? LONG_MILLIS : random.nextInt(80));
            if (isLong) {
                assertThat(jvm.ask("call AllCosts right")).as("cycle %s: %s", i, jvm.err()).isEqualTo("right");
            }
            jvm.request("!detach");
            assertThat(jvm.ask("threads")).as("cycle %s: %s", i, jvm.err()).isEmpty();
        }
    }

    /**
     * Returns what must be exactly equal, after activity that is under way has ended: what two looks in a row find. HotSpot itself opens
     * files of its control group for a moment.
     */
    private static Map<String, String> footprint(Running jvm) throws Exception {
        // The pool of the last self-test ends its threads after a second.
        jvm.waitUntil("the end of the self-test's threads", () -> jvm.ask("call Footprint carriers").equals("[]"));
        Map<String, String> footprint = new TreeMap<>();
        jvm.waitUntil("two equal looks", () -> {
            Map<String, String> last = new TreeMap<>(footprint);
            for (String what : List.of("threads", "files", "mappings", "temporary")) {
                footprint.put(what, jvm.ask("call Footprint " + what));
            }
            return footprint.equals(last);
        });
        return footprint;
    }

    private static Map<String, Long> numbers(String text) {
        Map<String, Long> numbers = new TreeMap<>();
        for (String each : text.split(" ")) {
            numbers.put(each.substring(0, each.indexOf('=')), Long.parseLong(each.substring(each.indexOf('=') + 1)));
        }
        return numbers;
    }

    /** Returns checksums of the class files of the rewritten classes, as the JVM shows them from the second time on. */
    static Map<String, String> bytes(Running jvm, TestJdk jdk) throws Exception {
        List<String> classes = new ArrayList<>(List.of("java/lang/Thread", "java/lang/StringBuilder", "java/io/FileInputStream"));
        if (jdk.hasVirtualThreads()) {
            classes.addAll(List.of(Scratch.VIRTUAL_THREAD, "jdk/internal/foreign/SharedSession"));
        }
        Map<String, String> bytes = new TreeMap<>();
        for (String type : classes) {
            jvm.ask("now " + type);
            jvm.ask("now " + type);
            bytes.put(type, jvm.ask("checksum " + type));
        }
        return bytes;
    }

    /** Returns those of the same classes, as the JVM has shown them last. */
    static Map<String, String> latest(Running jvm, Map<String, String> of) throws Exception {
        Map<String, String> bytes = new TreeMap<>();
        for (String type : of.keySet()) {
            bytes.put(type, jvm.ask("checksum " + type));
        }
        return bytes;
    }
}
