package dev.slipstream.it.priority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Raising;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of nice values, which follow the Java priorities with the remedy, and are equal without it. Java priorities stay as set. */
@NeedsRights
class PriorityTest {
    private static final String PROGRAMS = Programs.PACKAGE + "priority.";
    private static final String LOWERED = "4 3 2 1 0 0 0 0 0 0";
    private static final String ALL = "4 3 2 1 0 -1 -2 -3 -4 -5";
    private static final String NOT_RAISED = "lowers only, and what it has lowered stays so: "
            + "the process has not got CAP_SYS_NICE, and its RLIMIT_NICE permits none";

    @TempDir
    private Path folder;

    /** Returns the nice values that the process is permitted to set. */
    private static String nice() throws Exception {
        return Raising.isPermitted() ? ALL : LOWERED;
    }

    private static String active() throws Exception {
        return Raising.isPermitted() ? "active" : "active (" + NOT_RAISED + ")";
    }

    private static String java(String output) {
        return output.replaceAll("(?m) :( -?\\d+)+|: -?\\d+", "");
    }

    private static Ended run(ForkedJvm jvm, String options, String program, String... arguments) throws Exception {
        return succeeded(jvm.withAgent(options).run(PROGRAMS + program, arguments));
    }

    private static Ended succeeded(Ended ended) {
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return ended;
    }

    @OnEveryJdk
    void nothingChangesWithoutIt(TestJdk jdk) throws Exception {
        Ended stock = Programs.on(jdk).run(PROGRAMS + "Priorities");
        assertThat(stock.out()).as("%s", stock).contains("by itself 1 2 3 4 5 6 7 8 9 10 : 0 0 0 0 0 0 0 0 0 0\n");
        Ended off = run(Programs.on(jdk), "quiet", "Priorities");
        assertThat(off.out()).as("%s", off).isEqualTo(stock.out());
    }

    @OnEveryJdk(from = 21, core = "priority")
    void everyWayToAPriority(TestJdk jdk) throws Exception {
        Ended stock = Programs.on(jdk).run(PROGRAMS + "Priorities");
        Ended ended = run(Programs.on(jdk), "priority", "Priorities");
        assertThat(java(ended.out())).as("%s", ended).isEqualTo(java(stock.out())).contains("ended ", "refused ", "ends");
        boolean raises = Raising.isPermitted();
        assertThat(ended.out()).as("%s", ended).contains(
                "before the start 1 2 3 4 5 6 7 8 9 10 : " + nice() + "\n",
                "by itself 1 2 3 4 5 6 7 8 9 10 : " + nice() + "\n",
                "by another 1 2 3 4 5 6 7 8 9 10 : " + nice() + "\n",
                "of a group 3 : 2\n",
                raises ? "child, of itself lowered 1 : 4 1 : 4 5 : 0 5 : 0 5 : 0\n"
                        : "child, of itself lowered 1 : 4 1 : 4 5 : 4 5 : 4 5 : 4\n",
                raises ? "pool 2 : 3 9 : -4\n" : "pool 2 : 3 9 : 0\n");
        assertThat(ended.err()).as("%s", ended).isEqualTo("slipstream: priority " + active() + "\n");
    }

    @OnEveryJdk(from = 21)
    void aProcessThatMayNotRaise(TestJdk jdk) throws Exception {
        Ended stock = Programs.on(jdk).run(PROGRAMS + "Priorities");
        Ended ended = run(Raising.without(Programs.on(jdk)), "priority", "Priorities");
        assertThat(java(ended.out())).as("%s", ended).isEqualTo(java(stock.out()));
        assertThat(ended.out()).as("%s", ended).contains(
                "by itself 1 2 3 4 5 6 7 8 9 10 : " + LOWERED + "\n",
                "child, of itself lowered 1 : 4 1 : 4 5 : 4 5 : 4 5 : 4\n");
        assertThat(ended.err()).as("%s", ended)
                .isEqualTo("slipstream: priority active (" + NOT_RAISED + ")\n");
    }

    @OnEveryJdk(to = 20, core = "priority")
    void declinesWithoutForeignFunctions(TestJdk jdk) throws Exception {
        Ended ended = run(Programs.on(jdk), "priority", "Priorities");
        assertThat(ended.out()).as("%s", ended).isEqualTo(Programs.on(jdk).run(PROGRAMS + "Priorities").out());
        assertThat(ended.err()).as("%s", ended).isEqualTo("slipstream: priority declined: needs"
                + " java.lang.foreign, which came with JDK 21\n");
    }

    @OnEveryJdk(from = 21)
    void anotherTable(TestJdk jdk) throws Exception {
        Ended ended = run(Programs.on(jdk), "quiet,priority,priority.nice=idle/19/7/batch/0/0/0/0/0/0", "Priorities");
        assertThat(ended.out()).as("%s", ended).contains(
                "before the start 1 2 3 4 5 6 7 8 9 10 : idle 19 7 batch 0 0 0 0 0 0 0\n");
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("an invalid setting leaves the baked default")
    void aTableThatIsNone(TestJdk jdk) throws Exception {
        Ended ended = run(Programs.on(jdk), "quiet,priority,priority.nice=4/3/2", "Priorities");
        assertThat(ended.out()).as("%s", ended).contains("by itself 1 2 3 4 5 6 7 8 9 10 : 0 0 0 0 0 0 0 0 0 0\n");
        assertThat(ended.err()).as("%s", ended).isEqualTo(
                "slipstream: priority declined: priority.nice=4/3/2 has 3 entries, not 10\n");
    }

    /** The table is relative to the nice value of the process. */
    @OnEveryJdk(from = 21)
    void aProcessThatIsNiceItself(TestJdk jdk) throws Exception {
        Ended ended = run(Programs.on(jdk).under("nice", "-n", "17"), "quiet,priority", "Priorities");
        assertThat(ended.out()).as("%s", ended).contains("by itself 1 2 3 4 5 6 7 8 9 10 : "
                + (Raising.isPermitted() ? "19 19 19 18 17 16 15 14 13 12" : "19 19 19 18 17 17 17 17 17 17") + "\n");
    }

    /** Otherwise both would set nice values, each by its own table. */
    @OnEveryJdk(from = 21)
    @OnStockOnly("the baked engine says so, and then the agent")
    void aJvmThatMapsThemItself(TestJdk jdk) throws Exception {
        Ended ended = run(Programs.on(jdk).with("-XX:ThreadPriorityPolicy=1"), "priority", "Priorities");
        assertThat(ended.said()).as("%s", ended).containsExactly("slipstream: priority failed: the JVM maps"
                + " priorities itself (-XX:ThreadPriorityPolicy): a thread of priority 1 has the level 4, undone");
    }

    @OnEveryJdk(from = 21)
    void aJvmThatVerifiesEveryClassAndHasOnlyTheModulesItNeeds(TestJdk jdk) throws Exception {
        ForkedJvm jvm = Programs.on(jdk).with("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal",
                "--limit-modules=java.base,java.instrument");
        Ended ended = run(jvm, "quiet,priority", "Priorities");
        assertThat(ended.out()).as("%s", ended).contains("by itself 1 2 3 4 5 6 7 8 9 10 : " + nice() + "\n");
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    /** Where threads cannot be raised, carriers started by a lowered thread stay lowered, and so do threads that these start. */
    @OnEveryJdk(from = 21)
    void virtualThreads(TestJdk jdk) throws Exception {
        Ended ended = run(Programs.on(jdk), "quiet,priority", "VirtualPriorities");
        assertThat(ended.out()).as("%s", ended)
                .contains("built 2 : 3\n", "virtual [5] started by one 3\n")
                .contains(Raising.isPermitted() ? "carriers [0] started by one 2\n" : "carriers [4] started by one 4\n");
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void severalThreadsSetOne(TestJdk jdk) throws Exception {
        Ended ended = run(Programs.on(jdk), "quiet,priority", "PriorityRace", nice().split(" "));
        assertThat(ended.out()).as("%s", ended)
                .matches(Raising.isPermitted() ? "set 0 started 0 ended 0\n" : "set \\d+ started \\d+ ended 0\n");
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    @OnEveryJdk(from = 21, core = "priority")
    void attachesAndDetaches(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call priority.PriorityChanges start")).isEqualTo("started");
            assertThat(jvm.ask("call priority.PriorityChanges nice")).isEqualTo("0 0 0 0 0 0 0 0 0 0");
            String after = Raising.isPermitted() ? "0 0 0 0 0 0 0 0 0 0" : LOWERED;
            for (int i = 0; i < 3; i++) {
                jvm.request("quiet,priority");
                assertThat(jvm.ask("call priority.PriorityChanges nice")).as("%s", jvm.err()).isEqualTo(nice());
                assertThat(jvm.ask("threads")).isEmpty();
                jvm.request("!detach");
                assertThat(jvm.ask("call priority.PriorityChanges nice")).isEqualTo(after);
                assertThat(jvm.ask("call priority.PriorityChanges again")).isEqualTo("set");
                assertThat(jvm.ask("call priority.PriorityChanges nice")).isEqualTo(after);
            }
            assertThat(jvm.err().lines()).contains(Programs.detached(jdk));
        }
    }

    @OnEveryJdk(from = 21)
    void saysWhatStaysLowered(TestJdk jdk) throws Exception {
        try (Running jvm = Raising.without(Programs.on(jdk)).with("-XX:+EnableDynamicAgentLoading").withAgent("quiet,priority")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call priority.PriorityChanges start")).isEqualTo("started");
            assertThat(jvm.ask("call priority.PriorityChanges nice")).isEqualTo(LOWERED);
            jvm.request("!detach");
            assertThat(jvm.ask("call priority.PriorityChanges nice")).isEqualTo(LOWERED);
            assertThat(jvm.err().lines()).containsExactly("slipstream: priority leaves 4 threads lowered: the process has not got"
                    + " CAP_SYS_NICE, and its RLIMIT_NICE permits none", Programs.detached(jdk));
        }
    }

    /** These threads must not stay slow only because a lowered thread needed them first. */
    @OnEveryJdk(from = 21)
    void threadsOfTheJvm(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).withAgent("quiet,priority").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call priority.PriorityChanges cleaner")).isEqualTo(Raising.isPermitted() ? "0" : "4");
        }
    }

    @OnEveryJdk(from = 21)
    void tellsItsStatus(TestJdk jdk) throws Exception {
        try (Running jvm = Raising.without(Programs.on(jdk)).withAgent("quiet,priority").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call priority.PriorityChanges start")).isEqualTo("started");
            Properties status = jvm.status();
            String counter = "dev.slipstream.priority.counter.";
            assertThat(status.getProperty("dev.slipstream.priority.state")).isEqualTo("active (" + NOT_RAISED + ")");
            assertThat(status.getProperty(counter + "applied")).isEqualTo("9");
            assertThat(status.getProperty(counter + "clamped")).isEqualTo("5");
            assertThat(status.getProperty(counter + "refused")).isEqualTo("0");
            assertThat(status.getProperty(counter + "ended")).isEqualTo("0");
            assertThat(status.getProperty(counter + "failed")).isEqualTo("0");
            Programs.awaitBeans(jvm);
            assertThat(jvm.ask("bean priority")).startsWith("active reason=" + NOT_RAISED
                    + " counters={applied=9, clamped=5, ended=0, failed=0, refused=0}");
        }
    }

    @OnEveryJdk(from = 21)
    void recordsWhatItDoes(TestJdk jdk) throws Exception {
        Path recording = folder.resolve(jdk.feature() + ".jfr");
        // The program takes over three seconds, and the recorder asks once a second.
        Ended ended = succeeded(Programs.on(jdk)
                .with("-XX:StartFlightRecording=filename=" + recording + ",+dev.slipstream.Priority#enabled=true",
                        "-Xlog:jfr*=off")
                .withAgent("quiet,priority").run(Programs.PACKAGE + "NameLatency", "200"));
        assertThat(ended.err()).as("%s", ended).isEmpty();
        Process print = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jfr").toString(), "print", "--events",
                "dev.slipstream.Priority", recording.toString()).redirectErrorStream(true).start();
        String events = new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        print.waitFor();
        assertThat(events).as("%s", ended).contains("dev.slipstream.Priority", "applied = ");
    }
}
