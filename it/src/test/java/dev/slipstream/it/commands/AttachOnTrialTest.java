package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of {@code attach --trial}, which keeps the remedies that are shown to help, and only these. */
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("diagnoses")
class AttachOnTrialTest {
    private static final String LOOKS_BEFORE = "Diagnosing before, for ";
    private static final String LOOKS_AFTER = "Diagnosing after, for ";

    private static Ended attach(Running jvm, String remedies) throws Exception {
        return Tool.run("attach", "--trial", "12s", "--remedies", remedies, Long.toString(jvm.pid()));
    }

    private static ForkedJvm jvm(TestJdk jdk) {
        return Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading", "-Djdk.virtualThreadScheduler.parallelism=2",
                "-Djdk.reflect.useNativeAccessorOnly=true");
    }

    private static Running hanging(TestJdk jdk) throws Exception {
        Running jvm = jvm(jdk).start(Programs.PACKAGE + "pinning.Relapses");
        jvm.waitUntil("the hang", () -> jvm.out().contains("hangs"));
        return jvm;
    }

    private static String state(Running jvm, String remedy) throws Exception {
        return jvm.status().getProperty("dev.slipstream." + remedy + ".state");
    }

    /** A JVM that hangs pays no cost, so none can go down. */
    @OnEveryJdk(from = 21, core = "pinning")
    void keepsWhatCuresAHang(TestJdk jdk) throws Exception {
        try (Running jvm = hanging(jdk)) {
            Ended ended = attach(jvm, "pinning,naming");
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).as("%s", ended).startsWith("pinning: better, 2 of 2 carriers held before, ")
                    .contains("naming: unknown, a JVM that hangs shows no cost to compare\n")
                    .endsWith("kept: pinning; taken back: naming\n");
            // Carriers may be held for a moment after the recording, too: they are then watched for four seconds.
            assertThat(ended.err()).as("%s", ended)
                    .matches(LOOKS_BEFORE + "6 s \\.{3}\n" + LOOKS_AFTER + "6 s \\.{3}\n(Watching its threads again"
                            + " \\.{3}\n)?");
            assertThat(state(jvm, "pinning")).as("%s", ended).isEqualTo("active");
            assertThat(state(jvm, "naming")).as("%s", ended).isEqualTo("off");
            int length = jvm.out().length();
            jvm.waitUntil("another round", () -> jvm.out().length() > length);
        }
    }

    @OnEveryJdk(from = 21)
    void keepsWhatHelps(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned load")).isEqualTo("started");
            Ended ended = attach(jvm, "pinning,pinning.max-carriers=2048,naming,naming.interval=20");
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).as("%s", ended).contains("pinning: better, ").endsWith("kept: pinning; taken back: naming\n");
            Properties status = jvm.status();
            assertThat(status.getProperty("dev.slipstream.pinning.state")).as("%s", ended).startsWith("active");
            assertThat(status).as("%s", ended).containsEntry("dev.slipstream.pinning.option.max-carriers", "2048")
                    .containsEntry("dev.slipstream.naming.state", "off");
            // It was not installed anew when the other was taken back.
            assertThat(System.currentTimeMillis() - Long.parseLong(status.getProperty("dev.slipstream.pinning.since")))
                    .as("%s", ended).isGreaterThan(5_000);
        }
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void takesBackWhatDoesNot(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            Ended ended = attach(jvm, "pinning");
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
            assertThat(ended.out()).as("%s", ended).contains("pinning: same, the cost was not paid before")
                    .endsWith("nothing helped; all taken back\n");
            assertThat(state(jvm, "pinning")).as("%s", ended).startsWith("off");
            assertThat(jvm.ask("threads")).isEmpty();
        }
    }

    /** Returns a trial in progress, once it says which half it is in. */
    private static Running in(String half, Running jvm) throws Exception {
        Running trial = Tool.start("attach", "--trial", "20s", "--remedies", "pinning", Long.toString(jvm.pid()));
        trial.waitUntil("the half", () -> trial.err().contains(half));
        return trial;
    }

    @OnEveryJdk(from = 21)
    void saysWhatCtrlCTakesBack(TestJdk jdk) throws Exception {
        try (Running jvm = hanging(jdk)) {
            for (String half : List.of(LOOKS_BEFORE, LOOKS_AFTER)) {
                Running trial = in(half, jvm);
                trial.signal("INT");
                Ended ended = trial.end();
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(130);
                assertThat(ended.out()).as("%s", ended).isEmpty();
                assertThat(ended.said()).as("%s", ended).containsExactly("slipstream: stopped; "
                        + (half.equals(LOOKS_BEFORE) ? "nothing was installed" : "all taken back"));
                assertThat(state(jvm, "pinning")).as("%s", ended).isEqualTo("off");
            }
        }
    }

    @OnEveryJdk(from = 21)
    void saysThatTheApplicationEnded(TestJdk jdk) throws Exception {
        try (Running jvm = hanging(jdk); Running trial = in(LOOKS_BEFORE, jvm)) {
            jvm.signal("KILL");
            Ended ended = trial.end();
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.out()).as("%s", ended).isEmpty();
            assertThat(ended.said()).as("%s", ended).singleElement().asString()
                    .matches("slipstream: the JVM ended after \\d+ s; nothing was installed");
        }
    }
}
