package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import dev.slipstream.testkit.Running;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of {@code attach --trial}, which keeps only the remedies that help. */
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("diagnoses")
class AttachOnTrialTest {
    private static final String STATE = "dev.slipstream.pinning.state";

    private static Ended attach(Running jvm) throws Exception {
        return Tool.run("attach", "--trial", "12s", "--remedies", "pinning", Long.toString(jvm.pid()));
    }

    private static Jvm jvm(Jdk jdk) {
        return Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading", "-Djdk.virtualThreadScheduler.parallelism=2",
                "-Djdk.reflect.useNativeAccessorOnly=true");
    }

    @OnEveryJdk(from = 21)
    void keepsWhatHelps(Jdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned load")).isEqualTo("started");
            Ended ended = attach(jvm);
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).as("%s", ended).contains("pinning: better, ");
            assertThat(jvm.status().getProperty(STATE)).as("%s", ended).startsWith("active");
        }
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void takesBackWhatDoesNot(Jdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            Ended ended = attach(jvm);
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
            assertThat(ended.out()).as("%s", ended).contains("pinning: same, the cost was not paid before");
            assertThat(jvm.status().getProperty(STATE)).as("%s", ended).startsWith("off");
            assertThat(jvm.ask("threads")).isEmpty();
        }
    }
}
