package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Refusal;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.SmallRecording;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Test that commands for operators run on a server's own JDK, and that commands that need a newer JDK say so. */
class HostsTest {
    @OnEveryJdk
    @OnStockOnly("a baked engine always has a status")
    void attachesAndDetaches(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            String pid = Long.toString(jvm.pid());
            assertThat(jvm.ask("threads")).isEmpty();
            Ended before = Tool.runOn(jdk, "status", pid);
            assertThat(before.exitCode()).as("%s", before).isEqualTo(3);
            assertThat(before.err()).as("%s", before).contains("to install it, run " + Tool.typed(jdk, "attach " + pid));

            Ended attached = Tool.runOn(jdk, "attach", "--remedies", "naming,quiet", pid);
            assertThat(attached.exitCode()).as("%s", attached).isZero();
            assertThat(attached.out()).as("%s", attached).contains("naming: active, installed\n");
            assertThat(attached.err()).as("%s", attached).isEmpty();
            assertThat(jvm.ask("threads")).isEqualTo("slipstream-naming");
            Ended status = Tool.runOn(jdk, "status", "--all", pid);
            assertThat(status.out()).as("%s", status).contains("naming: active, installed\n", "  option interval=10\n")
                    .containsPattern("\n +0  .*renames to another name\n");

            Ended detached = Tool.runOn(jdk, "detach", pid);
            assertThat(detached.exitCode()).as("%s", detached).isZero();
            assertThat(detached.out()).as("%s", detached).contains("naming: off, taken back\n");
            assertThat(jvm.ask("threads")).isEmpty();
        }
    }

    /** A JVM that is there is not denied. The launcher finds its libraries by /proc, too. */
    @NeedsRights
    @OnEveryJdk
    @OnStockOnly("asks no JVM")
    void saysThatJvmsCannotBeSeen(TestJdk jdk) throws Exception {
        Ended ended = Running.start(
                new ProcessBuilder("unshare", "-rm", "sh", "-ec", "mount -t tmpfs none /proc; LD_LIBRARY_PATH=" + jdk.home()
                        + "/lib exec " + jdk.java() + " -jar " + ForkedJvm.JAR + " ps"))
                .end();
        if (ended.exitCode() == 1) {
            Refusal.isTold(ended.out() + ended.err());
            return;
        }
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.out()).as("%s", ended).isEmpty();
        assertThat(ended.err()).as("%s", ended)
                .endsWith("slipstream: this system has no /proc, by which running JVMs are found; jcmd lists"
                        + " them\n");
    }

    /** With -Xrs a JVM does not catch SIGQUIT, but its attach listener runs from the start. */
    @OnEveryJdk
    void attachesToAJvmThatCatchesNoSignals(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-Xrs", "-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            Ended attached = Tool.runOn(jdk, "attach", "--remedies", "naming", Long.toString(jvm.pid()));
            assertThat(attached.exitCode()).as("%s", attached).isZero();
            assertThat(jvm.ask("threads")).isEqualTo("slipstream-naming");
        }
    }

    @OnEveryJdk(to = 24)
    void saysWhatNeedsANewerJdk(TestJdk jdk) throws Exception {
        Ended ended = Tool.runOn(jdk, "prove");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().contains("prove requires JDK 25 or newer");
    }

    /** A recording of a newer JDK, too. */
    @OnEveryJdk(to = 24)
    void readsRecordings(TestJdk jdk, @TempDir Path folder) throws Exception {
        Path file = SmallRecording.make(folder.resolve("small.jfr"));
        Ended ended = Tool.runOn(jdk, "diagnose", file.toString());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).startsWith("small.jfr, diagnosed for ");
    }

    @OnEveryJdk(to = 24)
    void triesOut(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Ended ended = Tool.runOn(jdk, "attach", "--trial", "4s", "--remedies", "naming", Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
            assertThat(ended.out()).as("%s", ended).contains("naming");
            assertThat(jvm.ask("threads")).isEmpty();
        }
    }
}
