package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of class archives that hold the application's classes and the agent's. */
@OnStockOnly("A baked JDK needs no agent at its start.")
class ArchiveTest {
    private static final String LOOKS = Programs.PACKAGE + "Looks";

    @TempDir
    private Path folder;

    private Path jar;
    private Path archive;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Programs.jar(folder);
        archive = folder.resolve("the archive");
    }

    private Ended make(List<String> options, String... command) throws Exception {
        List<String> words = new ArrayList<>(List.of(TestJdk.current().java().toString(), "-jar", ForkedJvm.JAR.toString(),
                "archive", "--output", archive.toString()));
        words.addAll(options);
        words.add("--");
        words.addAll(List.of(command));
        return Running.start(new ProcessBuilder(words)).end();
    }

    private void make(TestJdk jdk, String... options) throws Exception {
        String java = jdk.java().toString();
        Ended made = make(List.of(options), java, "-cp", jar.toString(), LOOKS);
        assertThat(made.exitCode()).as("%s", made).isZero();
        assertThat(made.out()).as("%s", made).isEqualTo("looked\n" + java + " '@" + archive.resolve("options") + "' -cp " + jar
                + " " + LOOKS + "\n");
        assertThat(made.err()).as("%s", made).isEqualTo("slipstream: runs the application to see what it loads\n");
        assertThat(archive).isDirectoryContaining("glob:**/classes.jsa").isDirectoryContaining("glob:**/slipstream.jar");
        try (Stream<Path> files = Files.list(archive); JarFile agent = new JarFile(archive.resolve("slipstream.jar").toFile())) {
            assertThat(files).hasSize(3);
            assertThat(agent.getManifest().getMainAttributes()).doesNotContainKey(Attributes.Name.MAIN_CLASS);
        }
    }

    private ForkedJvm jvm(TestJdk jdk) {
        return Programs.on(jdk).classesAt(jar.toString()).with("@" + archive.resolve("options"));
    }

    /** The classes of application, agent, rewriter and remedies come from the archive, and only what is made anew does not. */
    @OnEveryJdk
    void theAgentStartsFromIt(TestJdk jdk) throws Exception {
        make(jdk);
        Path log = folder.resolve("classes.log");
        Ended ended = jvm(jdk).with("-Xshare:on", "-Xlog:class+load:file=" + log + ":none").run(LOOKS);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).isEqualTo("looked\n");
        assertThat(ended.err()).as("%s", ended).startsWith("slipstream: ").contains("naming active").hasLineCount(1);
        String loaded = Files.readString(log);
        for (String type : List.of(LOOKS, "dev.slipstream.agent.Agent", "dev.slipstream.agent.engine.Engine",
                "dev.slipstream.agent.asm.ClassReader", "dev.slipstream.agent.naming.NamingSwitch",
                "dev.slipstream.runtime.naming.NamePublisher")) {
            assertThat(loaded).contains("\n" + type + " source: shared objects file");
        }
        assertThat(loaded.lines().filter(line -> line.matches("dev[.]slipstream[.].*|.*[$][$]Lambda.*")
                && !line.contains("shared objects file"))).isEmpty();
        assertThat(loaded).as("searches the modules for the agent's jar").doesNotContain("jdk.internal.jimage.");
    }

    /** An engine on the boot class path does all that one of a loader of its own does. */
    @OnEveryJdk
    void allRemediesWorkFromIt(TestJdk jdk) throws Exception {
        make(jdk, "--remedies", Programs.options(Programs.remedies(jdk)));
        try (Running jvm = jvm(jdk).with(Programs.JVM_OPTIONS).with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(Programs.works(jvm)).as("%s", jvm.err()).isEqualTo(Programs.allWork(jdk));
            jvm.request("!detach");
            assertThat(Programs.othersWork(jvm)).as("%s", jvm.err()).isEmpty();
            jvm.request(Programs.options(Programs.remedies(jdk)));
            jvm.waitUntil("all remedies", () -> Programs.works(jvm).equals(Programs.allWork(jdk)));
        }
    }

    @OnEveryJdk(from = 21, to = 21)
    void aScriptUsesIt(TestJdk jdk) throws Exception {
        make(jdk);
        // A test's JVMs start without such variables of the environment, so the script sets it.
        Ended ended = Running.start(new ProcessBuilder("sh", "-c", "JDK_JAVA_OPTIONS=\"'@$1'\" exec \"$0\" -cp \"$2\" " + LOOKS,
                jdk.java().toString(), archive.resolve("options").toString(), jar.toString())).end();
        assertThat(ended.out()).as("%s", ended).isEqualTo("looked\n");
        assertThat(ended.err()).as("%s", ended).contains("slipstream: pinning active; naming active; arenas active");
    }

    @OnEveryJdk(from = 21, to = 21)
    void aServerIsEnded(TestJdk jdk) throws Exception {
        Ended made = make(List.of("--for", "2s"), jdk.java().toString(), "-cp", jar.toString(), Programs.CONSOLE);
        assertThat(made.exitCode()).as("%s", made).isZero();
        assertThat(archive.resolve("classes.jsa")).isNotEmptyFile();
    }

    /** HotSpot writes on standard output what differs. */
    @OnEveryJdk
    void anApplicationThatHasChangedStartsWithoutIt(TestJdk jdk) throws Exception {
        make(jdk);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        Ended ended = jvm(jdk).run(LOOKS);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).endsWith("looked\n");
        assertThat(ended.err()).as("%s", ended).contains("naming active").hasLineCount(1);
    }

    /** The last of several options counts, and that of the file would be it. */
    @OnEveryJdk(from = 21, to = 21)
    void anotherArchiveIsLeft(TestJdk jdk) throws Exception {
        Path other = Files.writeString(folder.resolve("other.jsa"), "other");
        Path file = Files.writeString(folder.resolve("file"), "-XX:SharedArchiveFile=" + other);
        Ended made = make(List.of(), jdk.java().toString(), "-XX:VMOptionsFile=" + file, "-cp", jar.toString(), LOOKS);
        assertThat(made.exitCode()).as("%s", made).isZero();
        assertThat(other).hasContent("other");
        assertThat(archive.resolve("classes.jsa")).isNotEmptyFile();
    }

    /** Words after the main class are none of the JVM's. */
    @OnEveryJdk(from = 21, to = 21)
    void anApplicationMayHaveAnyArguments(TestJdk jdk) throws Exception {
        Ended made =
                make(List.of(), jdk.java().toString(), "-cp", jar.toString(), LOOKS, "-javaagent:x", "-Xshare:off", "@" + jar);
        assertThat(made.exitCode()).as("%s", made).isZero();
        assertThat(made.out()).as("%s", made).endsWith(LOOKS + " -javaagent:x -Xshare:off @" + jar + "\n");
    }

    @OnEveryJdk(from = 21, to = 21)
    void refusesAndLeavesNothing(TestJdk jdk) throws Exception {
        String java = jdk.java().toString();
        refuses(2, "/bin/true is no java launcher", "/bin/true");
        refuses(127, folder.resolve("java") + " does not exist", folder.resolve("java").toString(), "-version");
        refuses(2, "leave -Xshare:off out", java, "-Xshare:off", "-cp", jar.toString(), LOOKS);
        refuses(2, "leave -javaagent:other.jar out here", java, "-javaagent:other.jar", "-cp", jar.toString(), LOOKS);
        refuses(1, "the application ended with exit code 7", java, "-cp", jar.toString(), Programs.PACKAGE + "ExitsWithSeven");
        refuses(1, "the JVM makes no archive: ", java, "-cp", Programs.CLASS_PATH, LOOKS);
    }

    private void refuses(int exitCode, String why, String... command) throws Exception {
        Ended ended = make(List.of(), command);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.err()).as("%s", ended).contains(why);
        assertThat(archive).doesNotExist();
    }

    @Tag("long")
    @OnEveryJdk(from = 21, to = 21)
    void whatExistsIsLeft(TestJdk jdk) throws Exception {
        Files.createDirectory(archive);
        Ended ended = make(List.of(), jdk.java().toString(), "-cp", jar.toString(), LOOKS);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).as("%s", ended).contains(archive + " exists; remove it, or name another folder");
        assertThat(archive).isEmptyDirectory();
    }
}
