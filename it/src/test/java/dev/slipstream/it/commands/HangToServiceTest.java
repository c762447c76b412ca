package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Diagnosing;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Running;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of the whole way from a service that hangs to one that serves, as its operator goes it. */
@OnStockOnly("It is a matter of threads, and not of classes.")
@ResourceLock("diagnoses")
class HangToServiceTest {
    private static final String PROGRAM = Programs.PACKAGE + "pinning.Serves";
    private static final long SETTLED_MILLIS = 2_500;

    @OnEveryJdk(from = 21, to = 23, core = "hang")
    void fromHangToService(Jdk jdk, @TempDir Path folder) throws Exception {
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
                            "diagnose " + pid + " --keep evidence-" + pid, "attach " + pid + " --remedies pinning", "For the team: ");
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
            // Carriers that the remedy added are left, and idle.
            int served = jvm.out().length();
            Thread.sleep(SETTLED_MILLIS);
            assertThat(jvm.out()).hasSizeGreaterThanOrEqualTo(served);
            Ended again = Diagnosing.run(pid);
            assertThat(again.out()).as("%s", again).contains("It hangs: 2 of ");
        }
    }
}
