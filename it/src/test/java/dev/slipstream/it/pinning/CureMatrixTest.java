package dev.slipstream.it.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.BakedJdks;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of virtual threads that hold every carrier: for each reason, with fewer and with more than the JDK's maximum of carriers, with
 * the remedy from the start, attached to the hang, and baked.
 */
class CureMatrixTest {
    private static final String HANGS = Programs.PACKAGE + "pinning.Hangs";
    private static final String STATE = "dev.slipstream.pinning.state";
    private static final String[] OPENS = {
        "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED"
    };

    /** More threads than carriers, and fewer than the JDK's maximum of 256. */
    private static final int BELOW = 8;
    private static final int ABOVE = 300;

    /** Many times what a round takes that does not hang. */
    private static final long HANG_SECONDS = 20;
    private static final long SHORT_HANG_SECONDS = 2;

    /** Enough that the program does not end before the agent has answered. */
    private static final int ROUNDS = 10;

    /** The outcomes on all JDKs, a column for each; each line begins with the reason and the number of threads. */
    private static final Path KNOWN = ForkedJvm.ROOT.resolve("docs/figures/pinning-cures.tsv");
    private static final Path MEASURED = Path.of("target/figures/pinning-cures.tsv");

    /** The words of the table for the arguments of {@code Hangs}. */
    private static final Map<String, String> REASONS = reasons();

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("monitor", "a park under a monitor");
        reasons.put("entry", "entering a monitor");
        reasons.put("wait", "Object.wait");
        reasons.put("native", "a native call that waits");
        reasons.put("frame", "a park under a native frame");
        reasons.put("framewait", "Object.wait under a native frame");
        reasons.put("clinit", "a class initialiser that parks");
        reasons.put("clinitwait", "Object.wait in a class initialiser");
        reasons.put("loading", "a class loader that parks");
        return reasons;
    }

    private static ForkedJvm jvm(TestJdk jdk) {
        return with(Programs.on(jdk));
    }

    private static ForkedJvm baked(TestJdk jdk) {
        return with(ForkedJvm.on(BakedJdks.of(jdk), Programs.CLASS_PATH).with("-Dslipstream=pinning,quiet"));
    }

    private static ForkedJvm with(ForkedJvm jvm) {
        return jvm.with("-Djdk.virtualThreadScheduler.parallelism=2", "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED");
    }

    private static Running start(ForkedJvm jvm, String reason, int threads) throws Exception {
        return jvm.start(HANGS, reason, Integer.toString(threads), Integer.toString(ROUNDS));
    }

    private static void passes(Running running) throws Exception {
        Ended ended = running.end();
        assertThat(ended.out()).as("%s", ended).endsWith("\nround " + ROUNDS + "\nPASS\n");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err().lines()).as("%s", ended).allMatch(line -> line.equals("slipstream: pinning active"));
    }

    private static void anAttachCures(TestJdk jdk, String reason, int threads) throws Exception {
        try (Running hanging = start(jvm(jdk), reason, threads)) {
            assertThat(hanging.endsWithin(SHORT_HANG_SECONDS)).isFalse();
            hanging.request("pinning");
            passes(hanging);
        }
    }

    /** JDK 24 and later no longer compensate {@code Object.wait}, which may pin. */
    @OnEveryJdk(from = 24)
    void waitsAreCompensatedFromTheStart(TestJdk jdk) throws Exception {
        passes(start(jvm(jdk).withAgent("pinning,quiet"), "clinitwait", BELOW));
        passes(start(jvm(jdk).withAgent("pinning,quiet"), "framewait", BELOW));
    }

    @OnEveryJdk(from = 25, to = 25)
    void anAttachCuresWaits(TestJdk jdk) throws Exception {
        anAttachCures(jdk, "clinitwait", BELOW);
    }

    @OnEveryJdk(from = 21, to = 23)
    void anAttachCuresMoreWaitsThanTheJdksMaximum(TestJdk jdk) throws Exception {
        anAttachCures(jdk, "wait", ABOVE);
    }

    @OnEveryJdk(from = 24)
    void anAttachCuresMoreParksThanTheJdksMaximum(TestJdk jdk) throws Exception {
        anAttachCures(jdk, "frame", ABOVE);
    }

    @OnEveryJdk(from = 21)
    void aDetachRestoresTheMaximum(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).with(OPENS).start(Programs.CONSOLE)) {
            String before = jvm.ask("call pinning.SpareWord show");
            jvm.request("pinning,quiet");
            String raised = jvm.ask("call pinning.SpareWord show");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("active");
            jvm.request("pinning,pinning.max-carriers=2000,quiet");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("active");
            assertThat(jvm.ask("call pinning.SpareWord show")).isNotIn(before, raised);
            jvm.request("!detach");
            assertThat(jvm.ask("call pinning.SpareWord show")).isEqualTo(before).isNotEqualTo(raised);
        }
    }

    /** The agent may have set it when the JDK made its scheduler. */
    @OnEveryJdk(from = 21)
    void anAttachRaisesTheAgentsOwnMaximum(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).with(OPENS).withAgent("pinning,pinning.max-carriers=300,quiet").start(Programs.CONSOLE)) {
            String before = jvm.ask("call pinning.SpareWord show");
            jvm.request("pinning,pinning.max-carriers=400,quiet");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("active");
            assertThat(jvm.ask("call pinning.SpareWord show")).isNotEqualTo(before);
        }
    }

    @OnEveryJdk(from = 21)
    void theUsersMaximumStays(TestJdk jdk) throws Exception {
        String reason = jdk.feature() < 24 ? "monitor" : "frame";
        try (Running jvm = start(jvm(jdk).with("-Djdk.virtualThreadScheduler.maxPoolSize=4"), reason, BELOW)) {
            assertThat(jvm.endsWithin(SHORT_HANG_SECONDS)).isFalse();
            String why = "jdk.virtualThreadScheduler.maxPoolSize=4 is set; a restart with a larger one allows more";
            jvm.request("pinning");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("active (" + why + ")");
            jvm.waitUntil("the line", () -> jvm.err().contains("maximum"));
            assertThat(jvm.err().lines()).contains(
                    "slipstream: pinning is at its maximum of carriers, virtual threads wait for one; " + why);
            assertThat(jvm.endsWithin(1)).isFalse();
        }
    }

    /** Where the field is not as expected, nothing is written. */
    @OnEveryJdk(from = 21)
    @OnStockOnly("patches a class of the stock JDK")
    void aMaximumThatCannotBeFoundStays(TestJdk jdk, @TempDir Path folder) throws Exception {
        String reason = jdk.feature() < 24 ? "monitor" : "frame";
        Path patch = Scratch.otherMaximumField(jdk, folder);
        try (Running jvm = start(jvm(jdk).with("--patch-module=java.base=" + patch), reason, ABOVE)) {
            assertThat(jvm.endsWithin(SHORT_HANG_SECONDS)).isFalse();
            String why = "the scheduler was there first; a restart with the agent allows more";
            jvm.request("pinning");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("active (" + why + ")");
            jvm.waitUntil("the line", () -> jvm.err().contains("maximum"));
            assertThat(jvm.err().lines()).contains(
                    "slipstream: pinning is at its maximum of carriers, virtual threads wait for one; " + why);
        }
    }

    /** Fails if a JDK's column of the table is another. Leaves the right table in {@code it/target/figures}. */
    @Tag("long")
    @OnEveryJdk(from = 21)
    @OnStockOnly("bakes JDKs itself")
    void whatIsCured(TestJdk jdk) throws Exception {
        List<String> cells = new ArrayList<>();
        for (int threads : new int[] {BELOW, ABOVE}) {
            cells.addAll(measured(jdk, threads));
        }
        assertThat(cells).isEqualTo(known(jdk, cells));
    }

    private static List<String> measured(TestJdk jdk, int threads) throws Exception {
        List<Running> stock = started(() -> jvm(jdk), threads);
        List<Boolean> hang = new ArrayList<>();
        List<String> attached;
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
            for (Running each : stock) {
                hang.add(!goesOn(each, end));
            }
            for (int i = 0; i < stock.size(); i++) {
                if (hang.get(i)) {
                    stock.get(i).request("pinning");
                }
            }
            attached = outcomes(stock);
        } finally {
            stock.forEach(Running::close);
        }
        List<String> fromTheStart = outcomes(started(() -> jvm(jdk).withAgent("pinning,quiet"), threads));
        List<String> baked = outcomes(started(() -> baked(jdk), threads));
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < stock.size(); i++) {
            cells.add(cell(hang.get(i), fromTheStart.get(i), attached.get(i), baked.get(i)));
        }
        return cells;
    }

    /** Starts a JVM for each reason. They run at the same time, since they mostly wait. */
    private static List<Running> started(Supplier<ForkedJvm> jvm, int threads) throws Exception {
        List<Running> running = new ArrayList<>();
        for (String reason : REASONS.keySet()) {
            running.add(start(jvm.get(), reason, threads));
        }
        return running;
    }

    private static List<String> outcomes(List<Running> running) throws Exception {
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Running.DEADLINE_SECONDS);
            List<String> outcomes = new ArrayList<>();
            for (Running each : running) {
                outcomes.add(goesOn(each, end) ? "passes" : "hangs");
                each.close();
            }
            return outcomes;
        } finally {
            running.forEach(Running::close);
        }
    }

    /** Returns whether a round ends before that time. */
    private static boolean goesOn(Running jvm, long end) throws Exception {
        while (!jvm.out().startsWith("round 1\n")) {
            assertThat(jvm.endsWithin(0)).as("%s", jvm.err()).isFalse();
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(20);
        }
        return true;
    }

    private static String cell(boolean hangs, String fromTheStart, String attached, String baked) {
        if (List.of(fromTheStart, attached, baked).equals(List.of("passes", "passes", "passes"))) {
            return hangs ? "cured" : "no hang";
        }
        return "from the start " + fromTheStart + ", attached " + attached + ", baked " + baked;
    }

    /** Returns the JDK's column of the table, and leaves the table with the measured one. */
    private static synchronized List<String> known(TestJdk jdk, List<String> measured) throws IOException {
        List<String> lines = Files.readAllLines(KNOWN);
        int column = List.of(lines.get(0).split("\t")).indexOf(Integer.toString(jdk.feature()));
        List<String> known = new ArrayList<>();
        List<String> right = new ArrayList<>(Files.exists(MEASURED) ? Files.readAllLines(MEASURED) : lines);
        for (int i = 0; i < measured.size(); i++) {
            known.add(lines.get(i + 1).split("\t")[column]);
            String[] cells = right.get(i + 1).split("\t");
            cells[column] = measured.get(i);
            right.set(i + 1, String.join("\t", cells));
        }
        Files.createDirectories(MEASURED.getParent());
        Files.write(MEASURED, right);
        return known;
    }

    /** The lines of the table are in the order in which they are measured. */
    @Test
    void theTableHasEachReason() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int threads : new int[] {BELOW, ABOVE}) {
            REASONS.values().forEach(reason -> expected.add(reason + "\t" + threads));
        }
        assertThat(Files.readAllLines(KNOWN).stream().skip(1).map(line -> line.replaceFirst("^([^\t]*\t[^\t]*)\t.*", "$1")))
                .containsExactlyElementsOf(expected);
    }
}
