package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.FailingJar;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Capture;
import dev.slipstream.it.program.common.Failing;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test that an application loses nothing when an allocation in Slipstream's code fails. */
@OnStockOnly("replaces classes of the agent's jar, which the baked engine has too")
class AllocationsTest {
    /** There are more places that allocate. */
    private static final int PLACES_OF_A_DETACH = 30;
    private static final int PLACES_OF_A_START = 200;
    private static final int PLACES_OF_AN_ATTACH = 100;

    /** Attaches after which all that is active has to work, a test that takes seconds. */
    private static final int WORKS_EVERY = 25;
    private static final List<String> ALLOCATES_NOTHING = List.of("text.Text");
    private static final String WORKS = ",text.capacity=64,naming.interval=1000";

    /** Number of starts in which one place fails. {@code -Dslipstream.starts=200} tries all. */
    private static final int STARTS = Integer.getInteger("slipstream.starts", 12);

    @TempDir
    private Path folder;

    private static ForkedJvm jvm(TestJdk jdk) {
        ForkedJvm jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading", "-Djdk.reflect.useNativeAccessorOnly=true");
        return jdk.hasVirtualThreads() ? jvm.with(Programs.JVM_OPTIONS) : jvm;
    }

    private static String remedies(TestJdk jdk) {
        return String.join(",", Programs.remedies(jdk)) + ",quiet";
    }

    private static String hold(TestJdk jdk) {
        return "call OutOfMemory hold " + String.join(",", Programs.faults(jdk));
    }

    /** Each allocation that a rewritten method makes on the application's thread fails once. */
    @OnEveryJdk
    void inARewrittenMethod(TestJdk jdk) throws Exception {
        String all = Programs.allWork(jdk);
        try (Running jvm =
                FailingJar.in(folder, "").on(jvm(jdk)).withAgent(remedies(jdk) + ",text.capacity=64,naming.interval=50")
                        .start(Programs.CONSOLE)) {
            for (String faults : Programs.faults(jdk)) {
                assertThat(jvm.ask("call OutOfMemory inARewrittenMethod " + faults)).as("%s: %s", faults, jvm.err())
                        .matches(ALLOCATES_NOTHING.contains(faults) ? "0" : "[1-9]\\d*");
            }
            // On a busy machine, threads may not meet at an arena's session.
            jvm.waitUntil(all, () -> Programs.works(jvm).equals(all));
            assertThat(jvm.err()).isEmpty();
        }
    }

    /** Each allocation fails once while an agent attaches. A remedy that is active then is rewritten; the next attach adds the rest. */
    @Tag("long")
    @OnEveryJdk
    void inAnAttach(TestJdk jdk) throws Exception {
        FailingJar failing = FailingJar.in(folder, "");
        try (Running jvm = failing.on(jvm(jdk)).start(Programs.CONSOLE)) {
            Map<String, String> bytes = load(jvm, failing, jdk);
            Map<String, Set<String>> classes = classesOf(jvm, failing, jdk, bytes);
            int failures = -1;
            String where;
            do {
                jvm.ask("call OutOfMemory next");
                jvm.load(failing.path(), "!attach:" + remedies(jdk) + WORKS);
                where = jvm.ask("call OutOfMemory end");
                List<String> active = Programs.active(jvm.load(failing.path(), "!status"));
                assertThat(changed(jvm, bytes)).as("%s\n%s", where, jvm.err()).containsAll(all(classes, active));
                if (failures % WORKS_EVERY == 0) {
                    active.remove("arenas");
                    assertThat(Programs.othersWork(jvm)).as("%s\n%s", where, jvm.err()).isEqualTo(String.join(" ", active));
                }
                active = Programs.active(jvm.load(failing.path(), "!attach:" + remedies(jdk) + WORKS));
                assertThat(active).as("%s\n%s", where, jvm.err()).containsExactlyElementsOf(classes.keySet());
                assertThat(changed(jvm, bytes)).as("%s\n%s", where, jvm.err()).isEqualTo(all(classes, active));
                jvm.load(failing.path(), "!detach");
                assertThat(jvm.ask("threads")).as("%s\n%s", where, jvm.err()).isEmpty();
                assertThat(changed(jvm, bytes)).as("%s\n%s", where, jvm.err()).isEmpty();
                assertThat(jvm.err().lines()).as("%s", where).allMatch(line -> line.startsWith("slipstream: "));
                failures++;
            } while (!where.isEmpty());
            assertThat(failures).isGreaterThan(PLACES_OF_AN_ATTACH);
        }
    }

    /** Loads what a request needs, without one, and returns checksums of the classes that it will rewrite. */
    private Map<String, String> load(Running jvm, FailingJar failing, TestJdk jdk) throws Exception {
        // A JVM that has not begun its main yet may have no modules for an agent.
        assertThat(jvm.ask("threads")).isEmpty();
        jvm.load(failing.path(), "!status");
        jvm.load(Scratch.agentJar(Capture.class, folder), "");
        return CyclesTest.bytes(jvm, jdk);
    }

    /** Returns the classes that each remedy rewrites. */
    private static Map<String, Set<String>> classesOf(Running jvm, FailingJar failing, TestJdk jdk, Map<String, String> bytes)
            throws Exception {
        Map<String, Set<String>> classes = new TreeMap<>();
        for (String remedy : remedies(jdk).split(",")) {
            if (Programs.active(jvm.load(failing.path(), "!attach:" + remedy + ",quiet")).contains(remedy)) {
                classes.put(remedy, changed(jvm, bytes));
                assertThat(classes.get(remedy)).as(remedy).isNotEmpty();
            }
        }
        jvm.load(failing.path(), "!detach");
        return classes;
    }

    private static Set<String> all(Map<String, Set<String>> classes, List<String> of) {
        return of.stream().flatMap(remedy -> classes.get(remedy).stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the classes that the JVM has shown last with other bytes. */
    private static Set<String> changed(Running jvm, Map<String, String> bytes) throws Exception {
        return CyclesTest.latest(jvm, bytes).entrySet().stream().filter(each -> !each.getValue().equals(bytes.get(each.getKey())))
                .map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Each allocation fails once while an agent detaches. All that the remedies held is there, and the next detach completes it. */
    @Tag("long")
    @OnEveryJdk
    void inADetach(TestJdk jdk) throws Exception {
        FailingJar failing = FailingJar.in(folder, "");
        try (Running jvm = failing.on(jvm(jdk)).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call AllCosts load")).isEqualTo("started");
            Map<String, String> bytes = load(jvm, failing, jdk);
            Map<String, Set<String>> classes = classesOf(jvm, failing, jdk, bytes);
            int failures = -1;
            String where;
            do {
                jvm.load(failing.path(), "!attach:" + remedies(jdk) + ",text.interval=1");
                jvm.ask(hold(jdk));
                jvm.ask("call OutOfMemory next");
                jvm.load(failing.path(), "!detach");
                where = jvm.ask("call OutOfMemory end");
                List<String> active = Programs.active(jvm.load(failing.path(), "!status"));
                assertThat(changed(jvm, bytes)).as("%s\n%s", where, jvm.err()).containsAll(all(classes, active));
                assertThat(jvm.ask("call OutOfMemory letGo")).as("%s\n%s", where, jvm.err()).isEqualTo("right");
                jvm.load(failing.path(), "!detach");
                assertThat(jvm.ask("threads")).as("%s\n%s", where, jvm.err()).isEmpty();
                assertThat(CyclesTest.latest(jvm, bytes)).as("%s\n%s", where, jvm.err()).isEqualTo(bytes);
                assertThat(jvm.err().lines()).as("%s", where).allMatch(line -> line.startsWith("slipstream: "));
                failures++;
            } while (!where.isEmpty());
            assertThat(failures).isGreaterThan(PLACES_OF_A_DETACH);
            assertThat(jvm.ask("call AllCosts right")).as("%s", jvm.err()).isEqualTo("right");
            assertThat(Programs.othersWork(jvm)).as("%s", jvm.err()).isEmpty();
            jvm.load(failing.path(), "!attach:" + Programs.OPTIONS);
            jvm.waitUntil("all", () -> Programs.works(jvm).equals(Programs.allWork(jdk)));
        }
    }

    /** All of a striped session's folding fails while an agent detaches: the methods stay rewritten, and the next detach folds it. */
    @OnEveryJdk(from = 21)
    void inAFolding(TestJdk jdk) throws Exception {
        FailingJar failing = FailingJar.in(folder, "jdk/internal/foreign/Folding");
        try (Running jvm = failing.on(jvm(jdk)).start(Programs.CONSOLE)) {
            Map<String, String> bytes = load(jvm, failing, jdk);
            jvm.load(failing.path(), "!attach:arenas,naming,quiet");
            jvm.ask(hold(jdk));
            jvm.ask("call OutOfMemory all");
            Properties status = jvm.load(failing.path(), "!detach");
            assertThat(jvm.ask("call OutOfMemory end")).contains("Folding");
            assertThat(status).containsEntry("dev.slipstream.arenas.state", "stuck: out of memory")
                    .containsEntry("dev.slipstream.naming.state", "off");
            assertThat(changed(jvm, bytes)).containsExactly("jdk/internal/foreign/SharedSession");
            assertThat(jvm.err()).endsWith("slipstream: arenas stuck: out of memory\n");
            jvm.load(failing.path(), "!detach");
            assertThat(changed(jvm, bytes)).isEmpty();
            assertThat(jvm.ask("call OutOfMemory letGo")).isEqualTo("right");
            jvm.load(failing.path(), "!attach:arenas,quiet");
            jvm.waitUntil("arenas", () -> Programs.works(jvm).equals("arenas"));
        }
    }

    /** An allocation of the agent's start fails, or one of the seconds after it. */
    @Tag("long")
    @OnEveryJdk
    void atTheStart(TestJdk jdk) throws Exception {
        String program = Programs.PACKAGE + "OutOfMemory";
        String faults = String.join(",", Programs.faults(jdk));
        Ended stock = jvm(jdk).run(program, faults);
        FailingJar failing = FailingJar.in(folder, "");
        for (int place : new Random(jdk.feature()).ints(0, PLACES_OF_A_START).distinct().limit(STARTS).toArray()) {
            Ended with =
                    failing.on(jvm(jdk)).with("-D" + Failing.PLACE + "=" + place).withAgent(remedies(jdk)).run(program, faults);
            assertThat(with.exitCode()).as("%s", with).isEqualTo(stock.exitCode());
            assertThat(with.out()).as("%s", with).isEqualTo(stock.out());
            assertThat(with.err().lines().filter(line -> !line.startsWith("slipstream: "))).as("%s", with).singleElement()
                    .asString()
                    .startsWith("failed after");
        }
    }
}
