package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.ControlGroup;
import dev.slipstream.it.common.Denied;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.lab.machine.Processors;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test in unusual places and moments: the remedies work, by their effect, and nothing is printed. */
@Tag("long")
class FaultsTest {
    private static final long FETCHING_SECONDS = 600;

    private static final String CANNOT_SET = "; priority failed: unsupported: the kernel refuses setpriority, undone; ";
    private static final String CANNOT_READ =
            "; priority failed: only the current thread: the kernel refuses process_vm_readv, undone; ";

    @TempDir
    private Path folder;

    private static ForkedJvm jvm(TestJdk jdk) {
        ForkedJvm jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading");
        return jdk.hasVirtualThreads() ? jvm.with(Programs.JVM_OPTIONS) : jvm;
    }

    /** Only remedies that the JDK has: each of the others would be reported. */
    private static String options(TestJdk jdk) {
        return Programs.options(Programs.remedies(jdk));
    }

    /** Waits, since threads may not meet at an arena's session on a busy machine, or where they are throttled or emulated. */
    private static void works(String all, Running jvm) throws Exception {
        jvm.waitUntil(all, () -> Programs.works(jvm).equals(all));
    }

    private static void worksQuietly(TestJdk jdk, ForkedJvm fault) throws Exception {
        try (Running jvm = fault.start(Programs.CONSOLE)) {
            works(Programs.allWork(jdk), jvm);
            endsQuietly(jvm);
        }
    }

    /** Tests where no priority can be set, such as in namespaces of a user's own. */
    private static void worksIn(TestJdk jdk, String... command) throws Exception {
        worksUnder(jdk, jvm(jdk).under(command));
    }

    private static void worksUnder(TestJdk jdk, ForkedJvm fault) throws Exception {
        if (fault.isRefused()) {
            return;
        }
        try (Running jvm = fault.withAgent(options(jdk).replace("priority,", "")).start(Programs.CONSOLE)) {
            works(Programs.allWork(jdk).replace("priority ", ""), jvm);
            endsQuietly(jvm);
        }
    }

    private static void endsQuietly(Running jvm) throws Exception {
        Ended ended = jvm.endInput();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    private Path copyOfTheJar(String name) throws IOException {
        return Files.copy(ForkedJvm.JAR, folder.resolve(name));
    }

    @OnEveryJdk
    void theAgentTwice(TestJdk jdk) throws Exception {
        worksQuietly(jdk, jvm(jdk).withAgent(options(jdk)).withAgent(options(jdk)));
    }

    /** As for an AOT cache that is made without an agent. Its classes have no source there. */
    @OnEveryJdk
    void onTheBootClassPath(TestJdk jdk) throws Exception {
        worksQuietly(jdk, jvm(jdk).with("-Xbootclasspath/a:" + ForkedJvm.JAR).withAgent(options(jdk)));
    }

    /** The JVM finds one entry, that of the first. */
    @OnEveryJdk
    void twoVersions(TestJdk jdk) throws Exception {
        Path other = copyOfTheJar("other.jar");
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + other.toUri()), Map.of())) {
            Files.writeString(jar.getPath("META-INF/slipstream/engine/build"), "0.0.9 another");
        }
        worksQuietly(jdk, jvm(jdk).withAgent(options(jdk)).agentAt(other).withAgent(options(jdk)));
    }

    @OnEveryJdk
    void anOddPath(TestJdk jdk) throws Exception {
        Path odd = copyOfTheJar("an odd, p\u00e4th (1) + %20;.jar");
        worksQuietly(jdk, jvm(jdk).agentAt(odd).withAgent(options(jdk)));
    }

    @OnEveryJdk
    void aJarThatIsDeleted(TestJdk jdk) throws Exception {
        Path copy = copyOfTheJar("slipstream.jar");
        try (Running jvm = jvm(jdk).agentAt(copy).withAgent(options(jdk)).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Files.delete(copy);
            works(Programs.allWork(jdk), jvm);
            assertThat(jvm.status().getProperty("dev.slipstream.naming.state")).isEqualTo("active");
            endsQuietly(jvm);
        }
    }

    /** Emulated. The emulator lacks {@code process_vm_readv}, so no priority can be set. */
    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25})
    void arm64(int feature) throws Exception {
        Path jdks = TestJdk.cache().resolve("jdks-arm64");
        Running tool = Running.start(new ProcessBuilder(ForkedJvm.ROOT.resolve("tools/jdks").toString(), "--only", "--arm64",
                jdks.toString(),
                Integer.toString(feature)));
        tool.endsWithin(FETCHING_SECONDS);
        Ended ended = tool.end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        TestJdk arm64 = new TestJdk(feature, Path.of(ended.out().strip()));
        try (Running jvm = jvm(arm64).withAgent(options(arm64).replace("priority,", "")).start(Programs.CONSOLE)) {
            works(Programs.allWork(arm64).replace("priority ", ""), jvm);
            endsQuietly(jvm);
        }
    }

    @NeedsRights
    @OnEveryJdk
    void oneProcessor(TestJdk jdk) throws Exception {
        worksQuietly(jdk, jvm(jdk).under("taskset", "-c", Processors.allowed().get(0).toString()).withAgent(options(jdk)));
    }

    @NeedsRights
    @ResourceLock("process 1 of a container")
    @OnEveryJdk
    void processesThatAreHidden(TestJdk jdk) throws Exception {
        worksIn(jdk, "unshare", "-rmpf", "--mount-proc", "--kill-child", "sh", "-c",
                "mount -o remount,hidepid=2 /proc && exec \"$@\"", "sh");
    }

    /** The folder of the JVM's own files is full; the application writes elsewhere. */
    @NeedsRights
    @OnStockOnly("hides the folder of baked JDKs")
    @OnEveryJdk
    void aFullDisk(TestJdk jdk) throws Exception {
        worksUnder(jdk, jvm(jdk).with("-XX:-UsePerfData", "-Djava.io.tmpdir=" + ForkedJvm.ROOT.resolve("it/target"))
                .under("unshare", "-rm", "sh", "-c",
                        "mount -t tmpfs -o size=64k none /tmp && ! head -c 1M /dev/zero >/tmp/full 2>&- "
                                + "&& exec \"$@\"",
                        "sh"));
    }

    /** A JVM that was moved to another host goes on with that host's clock. */
    @NeedsRights
    @OnEveryJdk
    void clocksThatBeginElsewhere(TestJdk jdk) throws Exception {
        worksIn(jdk, "unshare", "-rTf", "--kill-child", "--monotonic", "90000000", "--boottime", "90000000");
    }

    /** As in a container. Only {@code priority} makes system calls that a container runtime may deny. */
    @OnEveryJdk
    void systemCallsThatAreDenied(TestJdk jdk) throws Exception {
        worksWithout(jdk, Denied.MANY, CANNOT_SET);
        worksWithout(jdk, "setpriority", CANNOT_SET);
        worksWithout(jdk, "process_vm_readv", CANNOT_READ);
    }

    private static void worksWithout(TestJdk jdk, String calls, String why) throws Exception {
        try (Running jvm = jvm(jdk).under(Denied.calls(calls)).withAgent(options(jdk)).start(Programs.CONSOLE)) {
            works(Programs.allWork(jdk).replace("priority ", ""), jvm);
            assertThat(Files.readString(Path.of("/proc", Long.toString(jvm.pid()), "status"))).contains("Seccomp:\t2");
            Ended ended = jvm.endInput();
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            if (jdk.hasVirtualThreads()) {
                // The engine in a baked JDK that starts before the agent asks says it then, and again when the agent does.
                assertThat(ended.err().lines()).as("%s", ended).hasSizeBetween(1, jdk.isBaked() ? 2 : 1)
                        .allMatch(line -> line.startsWith("slipstream: ") && line.contains(why));
            } else {
                assertThat(ended.err()).as("%s", ended).isEmpty();
            }
        }
    }

    @NeedsRights
    @OnEveryJdk
    void aControlGroup(TestJdk jdk) throws Exception {
        if (ControlGroup.isRefused()) {
            return;
        }
        try (ControlGroup group = ControlGroup.create(folder.getFileName().toString());
                Running jvm = jvm(jdk).under(group.command()).withAgent(options(jdk)).start(Programs.CONSOLE)) {
            works(Programs.allWork(jdk), jvm);
            assertThat(Files.readString(Path.of("/proc", Long.toString(jvm.pid()), "cgroup")))
                    .contains(folder.getFileName().toString());
            endsQuietly(jvm);
        }
    }

    @OnEveryJdk
    void aJvmThatStoodStill(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(options(jdk)).start(Programs.CONSOLE)) {
            works(Programs.allWork(jdk), jvm);
            for (String signal : List.of("STOP", "CONT")) {
                assertThat(new ProcessBuilder("sh", "-c", "kill -" + signal + " " + jvm.pid() + " && sleep 2").start().waitFor())
                        .isZero();
            }
            works(Programs.allWork(jdk), jvm);
            endsQuietly(jvm);
        }
    }

    @OnEveryJdk
    void theSameExitCode(TestJdk jdk) throws Exception {
        for (String way : List.of("exit", "halt", "throw", "end")) {
            Ended stock = Programs.on(jdk).run(Programs.PACKAGE + "Ends", way);
            Ended with = Programs.on(jdk).withAgent(options(jdk)).run(Programs.PACKAGE + "Ends", way);
            assertThat(with.exitCode()).as("%s", with).isEqualTo(stock.exitCode());
            assertThat(with.out()).as("%s", with).isEqualTo(stock.out());
            assertThat(with.err()).as("%s", with).isEqualTo(stock.err());
        }
    }
}
