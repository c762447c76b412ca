package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of what the application sees of the agent: its entry and its loader, a thread per remedy, and almost no wake-ups. */
class VisibleTest {
    private static final String LOOKS = Programs.PACKAGE + "Looks";
    private static final String IDLES = Programs.PACKAGE + "Idles";

    /** A thread that is not idle would wake up a hundred times a second. */
    private static final long MOST_WAKE_UPS = 12;

    /** Of both remedies: the wake-up itself, the rounds until the thread sleeps again, and one a second. */
    private static final long MOST_FOR_A_USE = 15;
    private static final String EVERY = "quiet," + String.join(",", Experiments.remedies());
    private static final int CLASS_FILES_OF_8 = 52;

    @Test
    void threeClassesInTheJar() throws IOException {
        try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
            assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName)
                    .filter(name -> !name.startsWith("META-INF/")))
                    .containsExactly("dev/slipstream/agent/Agent.class", "dev/slipstream/agent/EngineLoader.class",
                            "dev/slipstream/agent/Start.class");
        }
    }

    /** A JVM that is too old for the rest gets a line from it. The boot loader of such a JVM ignores multi-release entries. */
    @ParameterizedTest
    @ValueSource(strings = {"Agent", "Start"})
    void theEntriesAreClassesOfJava8(String name) throws IOException {
        try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile());
                DataInputStream entry =
                        new DataInputStream(jar.getInputStream(jar.getEntry("dev/slipstream/agent/" + name + ".class")))) {
            assertThat(entry.readInt()).isEqualTo(0xCAFEBABE);
            assertThat(entry.readUnsignedShort()).isZero();
            assertThat(entry.readUnsignedShort()).isEqualTo(CLASS_FILES_OF_8);
            assertThat(jar.getManifest().getMainAttributes()).doesNotContainKey(Attributes.Name.MULTI_RELEASE);
        }
    }

    @OnEveryJdk
    @OnStockOnly("the grafts are classes of a baked JDK")
    void noOtherClassIsFound(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).withAgent().run(LOOKS, "dev.slipstream.agent.Agent",
                "dev.slipstream.agent.engine.Engine", "dev.slipstream.agent.naming.NamingRetrofit",
                "dev.slipstream.agent.priority.PriorityRetrofit", "java.lang.PriorityGraft",
                "dev.slipstream.agent.text.TextRetrofit", "java.lang.TextGraft", "java.lang.BuilderStart",
                "dev.slipstream.agent.pinning.PinningRetrofit",
                "dev.slipstream.agent.asm.ClassReader", "org.objectweb.asm.ClassReader", "picocli.CommandLine",
                "org.openjdk.jmh.runner.Runner", "com.google.gson.Gson", "dev.slipstream.cli.Main");
        assertThat(ended.out()).as("%s", ended)
                .isEqualTo("class dev.slipstream.agent.Agent\nresource dev.slipstream.agent.Agent\nlooked\n");
        assertThat(ended.err().lines()).singleElement().asString().startsWith("slipstream: pinning ").contains("; naming active");
    }

    @OnEveryJdk
    void nothingIsSaidWhereQuietIsWanted(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).withAgent("quiet").run(LOOKS);
        assertThat(ended.out()).isEqualTo("looked\n");
        assertThat(ended.err()).isEmpty();
    }

    /** JDK 17 keeps one open itself, once it has used a channel of a file. */
    @OnEveryJdk
    void opensNoSocket(TestJdk jdk) throws Exception {
        List<String> files = filesOf(Programs.on(jdk).withAgent(Programs.OPTIONS), "naming");
        assertThat(files).anyMatch(file -> file.endsWith("/" + ForkedJvm.JAR.getFileName()));
        assertThat(sockets(files)).isEqualTo(sockets(filesOf(Programs.on(jdk), "")));
    }

    private static long sockets(List<String> files) {
        return files.stream().filter(file -> file.startsWith("socket:")).count();
    }

    /** Returns what a JVM has open once its remedies, that of the given name among them, have worked. */
    private static List<String> filesOf(ForkedJvm program, String remedy) throws Exception {
        try (Running jvm = program.with(Programs.JVM_OPTIONS).start(Programs.CONSOLE)) {
            assertThat(Programs.works(jvm)).contains(remedy);
            Ended open = Running.start(new ProcessBuilder("find", "/proc/" + jvm.pid() + "/fd", "-type", "l", "-printf", "%l\n"))
                    .end();
            assertThat(open.out()).as("%s", open).contains("/lib/modules\n");
            return open.out().lines().toList();
        }
    }

    /** The JDK's code of sockets and channels, when it is loaded, opens some to see what the system supports. */
    @OnEveryJdk
    void loadsNoCodeOfSockets(TestJdk jdk, @TempDir Path folder) throws Exception {
        Set<String> loaded = loaded(Programs.on(jdk).withAgent(Programs.OPTIONS), folder.resolve("log"));
        loaded.removeIf(name -> !name.matches("java\\.net\\..*Socket.*|sun\\.nio\\.ch\\.(IOUtil|Net)|.*[.]NamingRetrofit"));
        assertThat(loaded).containsExactly("dev.slipstream.agent.naming.NamingRetrofit");
    }

    /** Streams, fractions and the types of the JDK's secrets cost a starting JVM milliseconds, at their first use. */
    @OnEveryJdk
    void startsWithLittleOfTheJdk(TestJdk jdk, @TempDir Path folder) throws Exception {
        // With a further module, as for any agent, the JVM itself uses streams.
        Set<String> without = loaded(Programs.on(jdk).with("--add-modules=java.instrument"), folder.resolve("without"));
        Set<String> with = loaded(Programs.on(jdk).withAgent("quiet"), folder.resolve("with"));
        with.removeAll(without);
        assertThat(with).contains("dev.slipstream.agent.naming.NamingRetrofit")
                .noneMatch(name -> name.matches(
                        "java[.]util[.]stream[.].*Pipeline.*|jdk[.]internal[.]math[.].*|jdk[.]internal[.]access[.]JavaAWT.*"));
    }

    private static Set<String> loaded(ForkedJvm jvm, Path log) throws Exception {
        Ended ended = jvm.with("-Xlog:class+load:file=" + log + ":none").run(LOOKS);
        assertThat(ended.out()).as("%s", ended).isEqualTo("looked\n");
        return Files.readAllLines(log).stream().map(line -> line.replaceAll(" source: .*", "")).collect(Collectors.toSet());
    }

    /** All JDKs run at the same time, since the test mostly waits. */
    @Test
    void anIdleJvmStaysIdle() throws Exception {
        Map<TestJdk, Running> idle = new LinkedHashMap<>();
        for (TestJdk jdk : TestJdk.all()) {
            idle.put(jdk, Programs.on(jdk).withAgent("quiet").start(IDLES));
        }
        for (Map.Entry<TestJdk, Running> each : idle.entrySet()) {
            Ended ended = each.getValue().end();
            List<String> lines = ended.out().lines().toList();
            assertThat(ended.err()).as("%s", ended).isEmpty();
            if (each.getKey().hasVirtualThreads()) {
                assertThat(lines).as("%s", ended).hasSize(4).contains(
                        "thread slipstream-keeper daemon", "thread slipstream-naming daemon");
                assertThat(number(lines.get(2), "unused")).as("%s", ended).isLessThanOrEqualTo(1);
                assertThat(number(lines.get(3), "used")).as("%s", ended).isBetween(1L, MOST_WAKE_UPS);
            } else {
                assertThat(lines).as("%s", ended).containsExactly("thread slipstream-naming daemon", "unused 0");
            }
        }
    }

    /** Sampling builders, too, which {@code text} does 0.8 and 10 seconds after the start. */
    @Test
    void anIdleJvmStaysIdleWithEveryRemedy() throws Exception {
        Map<TestJdk, Running> idle = new LinkedHashMap<>();
        for (TestJdk jdk : TestJdk.all()) {
            idle.put(jdk, Programs.on(jdk).withAgent(EVERY).start(IDLES));
        }
        for (Map.Entry<TestJdk, Running> each : idle.entrySet()) {
            Ended ended = each.getValue().end();
            List<String> unused = ended.out().lines().filter(line -> line.startsWith("unused ")).toList();
            assertThat(unused).as("%s", ended).hasSize(1);
            assertThat(number(unused.get(0), "unused")).as("%s", ended).isLessThanOrEqualTo(MOST_WAKE_UPS);
        }
    }

    /** A rename or a read now and then wakes a thread for that, and not a hundred times in the second after it. */
    @Test
    void seldomUsesWakeSeldom() throws Exception {
        int times = 10;
        Map<TestJdk, Running> idle = new LinkedHashMap<>();
        for (TestJdk jdk : TestJdk.all()) {
            idle.put(jdk, Programs.on(jdk).withAgent("quiet,naming,buffering").start(IDLES, Integer.toString(times)));
        }
        for (Map.Entry<TestJdk, Running> each : idle.entrySet()) {
            Ended ended = each.getValue().end();
            List<String> seldom = ended.out().lines().filter(line -> line.startsWith("seldom ")).toList();
            assertThat(seldom).as("%s", ended).hasSize(1);
            assertThat(number(seldom.get(0), "seldom")).as("%s", ended).isBetween((long) times, times * MOST_FOR_A_USE);
        }
    }

    private static long number(String line, String name) {
        assertThat(line).startsWith(name + " ");
        return Long.parseLong(line.substring(name.length() + 1));
    }
}
