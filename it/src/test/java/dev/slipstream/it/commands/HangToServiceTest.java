package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Container;
import dev.slipstream.it.common.Diagnosing;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of the whole way from a service that hangs to one that serves, as its operator goes it. */
@OnStockOnly("It is a matter of threads, and not of classes.")
@ResourceLock("diagnoses")
class HangToServiceTest {
    private static final String PROGRAM = Programs.PACKAGE + "pinning.Serves";
    private static final String MODULES = "java.base,java.instrument";
    private static final long SETTLED_MILLIS = 2_500;

    @OnEveryJdk(from = 21, to = 23, core = "hang")
    void fromHangToService(TestJdk jdk, @TempDir Path folder) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-Djdk.virtualThreadScheduler.parallelism=2", "-XX:+EnableDynamicAgentLoading")
                .start(PROGRAM)) {
            String pid = Long.toString(jvm.pid());
            Thread.sleep(SETTLED_MILLIS);
            assertThat(jvm.out()).isEmpty();

            Path evidence = folder.resolve("evidence");
            Ended hangs = Diagnosing.run(pid, "--keep", evidence.toString());
            assertThat(hangs.exitCode()).as("%s", hangs).isZero();
            assertThat(hangs.out()).as("%s", hangs).containsPattern("It hangs: 2 of 2 carriers have been held for at least \\d")
                    .contains("Held: 2 carriers at " + PROGRAM + ".answer:", "(park under a monitor)",
                            "diagnose " + pid + " --keep evidence-" + pid, "attach " + pid + " --remedies pinning",
                            "For the team: ");
            assertThat(evidence).isDirectoryContaining("glob:**/threads-1.txt").isDirectoryContaining("glob:**/threads-2.json")
                    .isDirectoryContaining("glob:**/diagnosis.txt").isDirectoryContaining("glob:**/diagnosis.html");
            assertThat(evidence.resolve("diagnosis.txt")).content().isEqualTo(hangs.out());
            assertThat(jvm.out()).isEmpty();

            Ended attached = Tool.run("attach", "--remedies", "pinning", pid);
            assertThat(attached.exitCode()).as("%s", attached).isZero();
            jvm.waitUntil("service", () -> jvm.out().contains("round 3"));

            Ended serves = Diagnosing.run("--for", "3s", pid);
            assertThat(serves.exitCode()).as("%s", serves).isZero();
            assertThat(serves.out()).as("%s", serves).containsPattern("It does not hang: \\d+ of \\d+ carriers ran");

            Ended detached = Tool.run("detach", pid);
            assertThat(detached.exitCode()).as("%s", detached).isZero();
            // Carriers that the remedy added are left: idle, or held by the round in which the remedy was taken back.
            int served = jvm.out().length();
            Thread.sleep(SETTLED_MILLIS);
            assertThat(jvm.out()).hasSizeGreaterThanOrEqualTo(served);
            Ended again = Diagnosing.run(pid);
            assertThat(again.out()).as("%s", again).containsPattern("It hangs: ([2-9]|10) of \\d+ carriers have been held");
        }
    }

    /** The service's image has a runtime without {@code jdk.attach}, and the operator has a shell there, and the jar. */
    @NeedsRights
    @OnEveryJdk(from = 21, to = 23, core = "hang")
    void onARuntimeWithFewModulesAsProcessOne(TestJdk jdk, @TempDir Path folder) throws Exception {
        ForkedJvm contained = Container.on(jdk, Container.PROCESSES, folder.resolve("tmp"));
        if (contained.isRefused()) {
            return;
        }
        try (Running unshare = contained.with("--limit-modules", MODULES, "-Djdk.virtualThreadScheduler.parallelism=2",
                "-XX:+EnableDynamicAgentLoading").start(PROGRAM)) {
            unshare.waitUntil("its start",
                    () -> ProcessHandle.of(unshare.pid()).orElseThrow().children().findFirst().isPresent());
            Thread.sleep(SETTLED_MILLIS);
            long pid = Container.first(unshare);

            assertThat(inside(pid, jdk, "ps").out()).containsPattern("(?m)^ *1 +Serves +21");
            assertThat(inside(pid, jdk, "diagnose", "1").out()).contains("It hangs: 2 of 2 carriers",
                    "attach 1 --remedies pinning");
            assertThat(inside(pid, jdk, "attach", "--remedies", "pinning", "1").out()).contains("pinning");
            unshare.waitUntil("service", () -> unshare.out().contains("round 3"));
            assertThat(inside(pid, jdk, "status", "1").out()).contains("pinning");
            assertThat(inside(pid, jdk, "diagnose", "--for", "3s", "1").out()).containsPattern("It does not hang");
            inside(pid, jdk, "detach", "1");
            assertThat(folder.resolve("tmp")).isDirectoryNotContaining("glob:**.jar");
        }
    }

    private static Ended inside(long pid, TestJdk jdk, String... command) throws Exception {
        List<String> words = Container.inside(pid, "HOME=/none", jdk.java().toString(), "--limit-modules", MODULES, "-jar",
                ForkedJvm.JAR.toString());
        words.addAll(List.of(command));
        Ended ended = Running.start(new ProcessBuilder(words)).end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return ended;
    }
}
