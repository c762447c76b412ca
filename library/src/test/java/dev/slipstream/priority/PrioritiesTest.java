package dev.slipstream.priority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Raising;
import dev.slipstream.testkit.TestJdk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test in forked JVMs of every release, with and without permission to raise threads. */
class PrioritiesTest {
    private static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    private static final String WHY_NOT_RAISED = "the process has not got CAP_SYS_NICE, and its RLIMIT_NICE permits none";

    private static ForkedJvm opened(TestJdk jdk) {
        return ForkedJvm.ofModule(jdk, "library").withNativeAccess().with(OPEN);
    }

    private static List<String> run(ForkedJvm jvm) throws Exception {
        return jvm.output(PrioritiesProgram.class).lines().toList();
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void asTheProcessMay(TestJdk jdk) throws Exception {
        List<String> lines = run(opened(jdk));
        if (jdk.feature() < 21) {
            assertUnsupported(lines);
        } else if (Raising.isPermitted()) {
            assertThat(lines).containsExactly("supported true ", "permitted from -20 restore true others true ",
                    "own: APPLIED Optional[7] ", "raised: APPLIED Optional[-3] ", "batch: APPLIED Optional[batch] ",
                    "idle: APPLIED Optional[idle] ", "no longer idle: APPLIED Optional[0] ",
                    "real-time: REFUSED Optional[0] a real-time policy is left alone",
                    "scoped: APPLIED Optional[5] ", "the same again: APPLIED Optional[5] ", "restored: APPLIED Optional[0] ",
                    "afterwards Optional[0]",
                    "not started: NOT_ALIVE Optional.empty the thread is not alive", "other: APPLIED Optional[4] ",
                    "of other Optional[4]", "ended: NOT_ALIVE Optional.empty the thread is not alive", "of ended Optional.empty",
                    "virtual: UNSUPPORTED Optional.empty unsupported: a virtual thread has no native priority");
        } else {
            assertLowersOnly(lines, WHY_NOT_RAISED);
        }
    }

    private static void assertUnsupported(List<String> lines) {
        String why = "unsupported: needs java.lang.foreign, which came with JDK 21";
        assertThat(lines).hasSizeGreaterThan(10).contains("supported false " + why, "own: UNSUPPORTED Optional.empty " + why,
                "scoped: UNSUPPORTED Optional.empty " + why, "restored: UNSUPPORTED Optional.empty " + why,
                "other: UNSUPPORTED Optional.empty " + why);
    }

    private static void assertLowersOnly(List<String> lines, String why) {
        assertThat(lines).contains("permitted from 0 restore false others true " + why,
                "own: APPLIED Optional[7] ", "raised: REFUSED Optional[0] " + why, "batch: APPLIED Optional[batch] ",
                "idle: APPLIED Optional[idle] ", "no longer idle: REFUSED Optional[idle] " + why,
                "scoped: APPLIED Optional[5] ", "restored: REFUSED Optional[5] " + why, "afterwards Optional[5]",
                "other: APPLIED Optional[4] ");
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void aProcessThatMayNotRaise(TestJdk jdk) throws Exception {
        List<String> lines = run(Raising.without(opened(jdk)));
        if (jdk.feature() < 21) {
            assertUnsupported(lines);
        } else {
            assertLowersOnly(lines, WHY_NOT_RAISED);
        }
    }

    /** The process shows the capability, but the kernel does not honour it for nice values. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void aContainersUserNameSpace(TestJdk jdk) throws Exception {
        ForkedJvm contained = opened(jdk).under("unshare", "-r");
        if (contained.isRefused()) {
            return;
        }
        List<String> lines = run(contained);
        if (jdk.feature() < 21) {
            assertUnsupported(lines);
        } else {
            assertLowersOnly(lines, "CAP_SYS_NICE counts in its container only, and its RLIMIT_NICE permits none");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void withoutOpenedPackage(TestJdk jdk) throws Exception {
        List<String> lines = run(ForkedJvm.ofModule(jdk, "library").withNativeAccess());
        if (jdk.feature() < 21) {
            assertUnsupported(lines);
        } else {
            String why = "unsupported: only the current thread: others need --add-opens=java.base/java.lang=ALL-UNNAMED";
            assertThat(lines).contains("own: APPLIED Optional[7] ", "scoped: APPLIED Optional[5] ",
                    "other: UNSUPPORTED Optional.empty " + why, "of other Optional.empty");
        }
    }
}
