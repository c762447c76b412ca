package dev.slipstream.it.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Capture;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** Test of the capacity of a new StringBuilder, as an application sees it. */
class TextTest {
    private static final String PROGRAMS = Programs.PACKAGE + "text.";
    private static final String BUILDERS = PROGRAMS + "Builders";
    private static final String COUNTER = "dev.slipstream.text.counter.";
    private static final Pattern BYTES = Pattern.compile("bytes=(\\d+), .* stockBytes=(\\d+)");
    private static final Pattern EMPTY_TEXTS = Pattern.compile(
            "java\\.lang\\.StringBuilder::toString\\(\\)(?:.*\\R)*?.*BranchData.*\\R\\s+not taken\\((\\d+)\\)");
    private static final String FIXED = "quiet,text,text.capacity=48";

    @TempDir
    private Path folder;

    private static String ask(Running jvm, String what) throws Exception {
        return jvm.ask("call text.Builders " + what);
    }

    private static void waitFor(Running jvm, String capacity) throws Exception {
        jvm.waitUntil("a capacity of " + capacity, () -> ask(jvm, "capacity").equals(capacity));
    }

    private static long count(Properties status, String counter) {
        return Long.parseLong(status.getProperty(COUNTER + counter));
    }

    /** Texts of 33 characters need 40 instead of 16 and two growths. Texts of 7 characters need no more than the JDK gives. */
    @OnEveryJdk(core = "text")
    void followsTheLengthsAndGoesBack(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).withAgent("quiet,text,text.interval=1").start(Programs.CONSOLE)) {
            assertThat(ask(jvm, "capacity")).isEqualTo("16");
            assertThat(ask(jvm, "build33")).isEqualTo("building");
            waitFor(jvm, "40");
            Properties status = jvm.status();
            assertThat(status).containsEntry("dev.slipstream.text.state", "active").containsEntry(COUNTER + "capacity", "40")
                    .containsEntry(COUNTER + "changes", "1");
            assertThat(count(status, "sampled")).isGreaterThanOrEqualTo(100);
            jvm.waitUntil("fewer bytes than the JDK's", () -> saves(jvm));
            assertThat(ask(jvm, "build7")).isEqualTo("building");
            waitFor(jvm, "16");
            status = jvm.status();
            assertThat(count(status, "windows")).isGreaterThanOrEqualTo(3);
            assertThat(count(status, "changes")).isEqualTo(2);
            assertThat(ask(jvm, "right")).isEqualTo("right");
            assertThat(jvm.err()).doesNotContain("slipstream:");
        }
    }

    private static boolean saves(Running jvm) throws Exception {
        Matcher bytes = BYTES.matcher(jvm.ask("bean text"));
        return bytes.find() && Long.parseLong(bytes.group(1)) < Long.parseLong(bytes.group(2));
    }

    /** The profile of the branch that tests for an empty text must include empty texts, though the program builds none. */
    @OnEveryJdk(from = 25)
    void emptyTextsHaveBeenSeen(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).withAgent("quiet,text").with("-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintMethodData")
                .run(BUILDERS, "33", "1500");
        assertThat(ended.exitCode()).as("%s", ended.err()).isZero();
        Matcher empty = EMPTY_TEXTS.matcher(ended.out());
        assertThat(empty.find()).isTrue();
        assertThat(Integer.parseInt(empty.group(1))).isPositive();
    }

    @OnEveryJdk
    @OnStockOnly("counts our agent as another, and keeps its transformer from the start")
    void returnsAfterAnotherAgentsRewriting(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").withAgent("quiet,text,text.interval=1")
                .start(Programs.CONSOLE)) {
            assertThat(ask(jvm, "build33")).isEqualTo("building");
            waitFor(jvm, "40");
            jvm.load(Scratch.agentJar(Capture.class, folder), "");
            jvm.ask("now java/lang/StringBuilder");
            jvm.waitUntil("the JDK's capacity", () -> rewrittenAgain(jvm).equals("1"));
            waitFor(jvm, "40");
            assertThat(jvm.err().lines().filter(line -> line.contains("slipstream:")))
                    .containsExactly("slipstream: text was undone by another agent, and is in force again");
        }
    }

    private static String rewrittenAgain(Running jvm) throws Exception {
        return jvm.status().getProperty("dev.slipstream.text.rewrittenAgain");
    }

    /** Detaches at several moments, some of them in the middle of a sampling window, which the state does not show. */
    @OnEveryJdk
    void detachRestoresTheJdksOwn(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").withAgent("none,quiet")
                .start(Programs.CONSOLE)) {
            assertThat(ask(jvm, "build33")).isEqualTo("building");
            for (int millis : new int[] {0, 850, 1_100, 2_000}) {
                jvm.request("quiet,text,text.interval=1");
                Thread.sleep(millis);
                jvm.request("!detach");
                assertThat(ask(jvm, "capacity")).isEqualTo("16");
                assertThat(jvm.status().getProperty("dev.slipstream.text.state")).isEqualTo("off");
                assertThat(jvm.ask("threads")).doesNotContain("text");
            }
            jvm.request(FIXED);
            assertThat(ask(jvm, "capacity")).isEqualTo("48");
            jvm.request("-text,quiet");
            assertThat(ask(jvm, "capacity")).isEqualTo("16");
            assertThat(ask(jvm, "right")).isEqualTo("right");
            assertThat(jvm.err().lines().filter(line -> line.contains("slipstream:"))).hasSize(4)
                    .containsOnly(Programs.detached(jdk));
        }
    }

    @OnEveryJdk
    void oneThatIsFixedNeedsNoThread(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).withAgent(FIXED).start(Programs.CONSOLE)) {
            assertThat(ask(jvm, "capacity")).isEqualTo("48");
            Programs.awaitBeans(jvm);
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(jvm.ask("bean text")).isEqualTo("active reason= counters={bytes=0, capacity=48, changes=0, sampled=0,"
                    + " stockBytes=0, windows=0} sites={}");
        }
    }

    /** Covers explicit capacities, buffers, and concatenations as the compiler and C2 optimise them. */
    @OnEveryJdk
    void allElseIsAsItWas(TestJdk jdk) throws Exception {
        Ended stock = Programs.on(jdk).run(BUILDERS);
        assertThat(stock.out()).as("%s", stock).startsWith("5 16 18 19 16 5 a-1falsex\nmerged ");
        for (String options : new String[] {FIXED, "quiet,text"}) {
            Ended ended = Programs.on(jdk).withAgent(options).run(BUILDERS);
            assertThat(ended.out()).as("%s", ended).isEqualTo(stock.out());
            assertThat(ended.err()).isEmpty();
        }
    }

    @OnEveryJdk
    void declinesANumberOutOfRange(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).withAgent("text,text.capacity=4").run(BUILDERS, "7", "1");
        assertThat(ended.out()).isEqualTo("16 right\n");
        assertThat(ended.err()).isEqualTo("slipstream: text declined: text.capacity=4 is no number from 8 to 1024\n");
    }

    @OnEveryJdk
    @OnStockOnly("the baked engine says so, and then the agent")
    void aFailureTryingLeavesTheJdksOwn(TestJdk jdk) throws Exception {
        for (String stage : new String[] {"DEFINE", "PREPARE", "REWRITE", "SELF_TEST"}) {
            Ended ended = Programs.on(jdk).with("-Ddev.slipstream.test.fail=" + stage).withAgent("text,text.capacity=48")
                    .run(BUILDERS, "7", "1");
            assertThat(ended.out()).as("%s", ended).isEqualTo("16 right\n");
            assertThat(ended.err()).isEqualTo("slipstream: text failed: made to fail at " + stage + ", undone\n");
        }
    }

    /** Uses two bytes for every character, and another collector. */
    @OnEveryJdk
    void followsTheLengthsWithoutCompactStrings(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with("-XX:-CompactStrings", "-XX:+UseSerialGC").withAgent("quiet,text")
                .run(BUILDERS, "33", "3000");
        assertThat(ended.out()).as("%s", ended).isEqualTo("40 right\n");
        assertThat(ended.err()).isEmpty();
    }

    @OnEveryJdk
    void recordsItsCounters(TestJdk jdk) throws Exception {
        Path recording = folder.resolve(jdk.feature() + ".jfr");
        Ended ended = Programs.on(jdk)
                .with("-XX:StartFlightRecording=filename=" + recording + ",+dev.slipstream.Text#enabled=true", "-Xlog:jfr*=off")
                .withAgent(FIXED).run(BUILDERS, "33", "2500");
        assertThat(ended.out()).as("%s", ended).contains("48 right\n");
        Process print = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jfr").toString(), "print", "--events",
                "dev.slipstream.Text", recording.toString()).redirectErrorStream(true).start();
        String events = new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(events).contains("dev.slipstream.Text {", "capacity = 48");
    }
}
