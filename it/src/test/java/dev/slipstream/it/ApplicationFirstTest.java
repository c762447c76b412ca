package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Nothing;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test that the application runs as without the agent, whatever fails, and that one line gives the reason. */
class ApplicationFirstTest {
    private static final String PROGRAM = Programs.PACKAGE + "ExitsWithSeven";
    private static final int ABORTED = 134;
    private static final String NAMING = "; naming active";
    private static final String ACTIVE = "slipstream: pinning active" + NAMING + "; arenas active";
    private static final String NO_VIRTUAL_THREADS = "slipstream: pinning unneeded (this JDK has no virtual threads)" + NAMING
            + "; arenas unneeded (this JDK has no shared arenas)";

    @TempDir
    private Path folder;

    /** Runs the program with and without the agent, compares the results, and checks the agent's only line. */
    private static void compare(ForkedJvm stock, ForkedJvm withAgent, String line) throws IOException, InterruptedException {
        Ended expected = stock.run(PROGRAM);
        Ended actual = withAgent.run(PROGRAM);
        assertThat(actual.exitCode()).as("%s", actual).isEqualTo(expected.exitCode()).isEqualTo(7);
        assertThat(actual.out()).as("%s", actual).isEqualTo(expected.out()).contains("ends");
        assertThat(actual.said()).as("%s", actual).singleElement().asString().startsWith(line);
        assertThat(actual.err().lines().filter(each -> !each.startsWith("slipstream")).toList()).as("%s", actual)
                .isEqualTo(expected.err().lines().toList());
    }

    private static String onVirtualThreads(TestJdk jdk, String line) {
        return jdk.hasVirtualThreads() ? line : NO_VIRTUAL_THREADS;
    }

    @OnEveryJdk(core = "agent")
    void nothingGoesWrong(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), Programs.on(jdk).withAgent(), onVirtualThreads(jdk, ACTIVE));
    }

    @OnEveryJdk(core = "agent")
    @OnStockOnly("the baked engine says so, and then the agent")
    void aFailurePlanning(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), failingAt(jdk, "PLAN"), bothFailAt("PLAN"));
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("the baked engine says so, and then the agent")
    void aFailureDefiningGrafts(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), failingAt(jdk, "DEFINE"), bothFailAt("DEFINE"));
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("the baked engine says so, and then the agent")
    void aFailurePreparing(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), failingAt(jdk, "PREPARE"), bothFailAt("PREPARE"));
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("the baked engine says so, and then the agent")
    void aFailureRewriting(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), failingAt(jdk, "REWRITE"), bothFailAt("REWRITE"));
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("the baked engine says so, and then the agent")
    void aFailureTrying(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), failingAt(jdk, "SELF_TEST"), bothFailAt("SELF_TEST"));
    }

    private static String bothFailAt(String stage) {
        return "slipstream: pinning, naming, arenas failed: made to fail at " + stage + ", undone";
    }

    private static ForkedJvm failingAt(TestJdk jdk, String stage) {
        return Programs.on(jdk).with("-Ddev.slipstream.test.fail=" + stage).withAgent();
    }

    @OnEveryJdk
    void unknownOptions(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), Programs.on(jdk).withAgent("quiet,colour,pinning.colour=red,=,-,."),
                "slipstream: nothing was changed: 'colour', 'pinning.colour=red', '=', '-', '.' are not known; known: pinning, naming, ");
    }

    @OnEveryJdk
    @OnStockOnly("the baked remedy is active before, and stays so")
    void aValueThatCannotBe(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), Programs.on(jdk).withAgent("pinning.max-carriers=abc"), onVirtualThreads(jdk,
                "slipstream: pinning declined: pinning.max-carriers=abc is no number from 256 to 32767" + NAMING));
    }

    @OnEveryJdk(from = 21)
    void classFilesOfTheFuture(TestJdk jdk) throws Exception {
        compare(Programs.on(jdk), Programs.on(jdk).with("-Ddev.slipstream.test.major=99").withAgent(), ACTIVE);
    }

    /** By default a JVM verifies neither its JDK's classes nor classes that replace them. */
    @OnEveryJdk(from = 21)
    void aJvmThatVerifiesEveryClass(TestJdk jdk) throws Exception {
        String[] verify = {"-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"};
        compare(Programs.on(jdk).with(verify), Programs.on(jdk).with(verify).withAgent(), ACTIVE);
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("patches a class of the stock JDK")
    void aJdkWithoutTheInstruction(TestJdk jdk) throws Exception {
        String patch = "--patch-module=java.base=" + Scratch.otherMaximum(jdk, folder);
        compare(Programs.on(jdk).with(patch), Programs.on(jdk).with(patch).withAgent(),
                "slipstream: pinning declined: not as expected"
                        + " on this JDK: java.lang.VirtualThread.createDefaultScheduler with 256");
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("patches a class of the stock JDK")
    void aJdkWithoutTheMethod(TestJdk jdk) throws Exception {
        String patch = "--patch-module=java.base=" + Scratch.otherName(jdk, folder);
        compare(Programs.on(jdk).with(patch), Programs.on(jdk).with(patch).withAgent(),
                "slipstream: pinning declined: not as expected"
                        + " on this JDK: java.lang.VirtualThread.parkOnCarrierThread(ZJ)V");
    }

    /** The JVM aborts with any agent. */
    @OnEveryJdk
    void aSystemClassLoaderThatTakesNoAgents(TestJdk jdk) throws Exception {
        String loader = "-Djava.system.class.loader=" + Nothing.Loader.class.getName();
        String program = Programs.PACKAGE + "Nothing";
        assertThat(Programs.on(jdk).with(loader).run(program).exitCode()).isZero();
        Ended other = Programs.on(jdk).with(loader, "-javaagent:" + Scratch.agentJar(Nothing.class, folder)).run(program);
        Ended ours = Programs.on(jdk).with(loader).withAgent().run(program);
        assertThat(ours.exitCode()).as("%s", ours).isEqualTo(ABORTED).isEqualTo(other.exitCode());
    }

    /** The JVM does not start with any agent. */
    @OnEveryJdk
    void aJarThatIsMissingOrDamaged(TestJdk jdk) throws Exception {
        String program = Programs.PACKAGE + "Nothing";
        Path damaged = folder.resolve("damaged.jar");
        Files.write(damaged, Arrays.copyOf(Files.readAllBytes(ForkedJvm.JAR), 1_000));
        for (Path jar : List.of(folder.resolve("missing.jar"), damaged)) {
            Ended ended = Programs.on(jdk).agentAt(jar).withAgent().run(program);
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
            assertThat(ended.err()).as("%s", ended).contains("Error opening zip file or JAR manifest missing");
        }
    }

    /** HotSpot takes what follows for the agent's options, and the rest for the jar. */
    @OnEveryJdk
    void aPathWithAnEqualsSign(TestJdk jdk) throws Exception {
        Path jar = Files.copy(ForkedJvm.JAR, Files.createDirectory(folder.resolve("a=b")).resolve("slipstream.jar"));
        Ended ended = Programs.on(jdk).agentAt(jar).withAgent().run(Programs.PACKAGE + "Nothing");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).as("%s", ended)
                .contains("Error opening zip file or JAR manifest missing : " + folder.resolve("a"));
    }

    /** The JVM does not start with any agent. */
    @Tag("long")
    @OnEveryJdk
    @OnStockOnly("cannot be linked")
    void anImageWithoutTheModuleOfAgents(TestJdk jdk) throws Exception {
        Path jlink = jdk.home().resolve("bin/jlink");
        if (!Files.exists(jlink)) {
            assertThat(jdk.home().resolve("jmods")).doesNotExist();
            return;
        }
        Path image = folder.resolve("image");
        Ended linked = Running
                .start(new ProcessBuilder(jlink.toString(), "--add-modules", "java.base", "--output", image.toString())).end();
        assertThat(linked.exitCode()).as("%s", linked).isZero();
        // A JDK of tools/jdks may have its own C library, which its launcher knows and that of its jmods does not.
        Files.copy(jdk.java(), image.resolve("bin/java"), StandardCopyOption.REPLACE_EXISTING);
        TestJdk jre = new TestJdk(jdk.feature(), image);
        String program = Programs.PACKAGE + "Nothing";
        Ended other = Programs.on(jre).with("-javaagent:" + Scratch.agentJar(Nothing.class, folder)).run(program);
        Ended ours = Programs.on(jre).withAgent().run(program);
        assertThat(ours.exitCode()).as("%s", ours).isEqualTo(1).isEqualTo(other.exitCode());
        assertThat(ours.out() + ours.err()).contains("Module java.instrument may be missing from runtime image");
    }

    /** The JVM aborts with any agent. The shell makes the name of bytes, in any locale of this test. */
    @OnEveryJdk
    void aPathThatTheLocaleCannotEncode(TestJdk jdk) throws Exception {
        Ended other = inTheLocale("C", jdk, Scratch.agentJar(Nothing.class, folder));
        Ended ours = inTheLocale("C", jdk, ForkedJvm.JAR);
        assertThat(ours.exitCode()).as("%s", ours).isEqualTo(ABORTED).isEqualTo(other.exitCode());
        assertThat(inTheLocale("C.UTF-8", jdk, ForkedJvm.JAR).exitCode()).isZero();
    }

    private Ended inTheLocale(String locale, TestJdk jdk, Path jar) throws Exception {
        return Programs.on(jdk)
                .under("env", "LC_ALL=" + locale, "sh", "-c", "jar=" + folder + "/$(printf 'p\\303\\244th.jar') && cp "
                        + jar + " \"$jar\" && shift && java=$1 && shift && exec \"$java\" -javaagent:\"$jar\" \"$@\"", "sh", "sh")
                .classesAt(folder.toString()).run("-version");
    }

    @OnEveryJdk
    void aFolderThatCannotBeWrittenWithSpacesInItsName(TestJdk jdk) throws Exception {
        Path place = Files.createDirectories(folder.resolve("a folder, with spaces"));
        Path jar = Files.copy(ForkedJvm.JAR, place.resolve("slip stream.jar"));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("r--r--r--"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("r-xr-xr-x"));
        compare(Programs.on(jdk), Programs.on(jdk).agentAt(jar).withAgent(), onVirtualThreads(jdk, ACTIVE));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @OnEveryJdk
    void noModuleButTheAgentsOwn(TestJdk jdk) throws Exception {
        String modules = "--limit-modules=java.base,java.instrument";
        compare(Programs.on(jdk).with(modules), Programs.on(jdk).with(modules).withAgent(), onVirtualThreads(jdk, ACTIVE));
    }

    @OnEveryJdk
    void anEmptyLoggingConfiguration(TestJdk jdk) throws Exception {
        String empty = "-Djava.util.logging.config.file=" + Files.createFile(folder.resolve("logging.properties"));
        compare(Programs.on(jdk).with(empty), Programs.on(jdk).with(empty).withAgent(), onVirtualThreads(jdk, ACTIVE));
    }
}
