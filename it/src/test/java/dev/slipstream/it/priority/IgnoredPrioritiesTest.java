package dev.slipstream.it.priority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.priority.IgnoredPriorities;
import dev.slipstream.diagnose.priority.IgnoredPriorities.Ignored;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.program.priority.Prioritised;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Raising;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Test of finding threads whose priorities are ignored, from outside the JVM, on every JDK. */
class IgnoredPrioritiesTest {
    private static final String PROGRAM = Programs.PACKAGE + "priority.Prioritised";

    private static Map<String, Integer> ignored(ForkedJvm jvm) throws Exception {
        try (Running running = jvm.start(PROGRAM)) {
            running.waitUntil("threads", () -> running.out().contains("ready"));
            IgnoredPriorities found = IgnoredPriorities.of(running.pid());
            assertThat(found.unclear()).isZero();
            assertThat(found.threads()).extracting(Ignored::nativeId).doesNotHaveDuplicates().allMatch(id -> id > 1);
            return found.threads().stream().collect(Collectors.toMap(Ignored::name, Ignored::priority));
        }
    }

    @OnEveryJdk
    void allThatAreNotNormal(TestJdk jdk) throws Exception {
        Map<String, Integer> expected = new TreeMap<>(Prioritised.PRIORITIES);
        expected.values().removeIf(priority -> priority == 5);
        assertThat(ignored(Programs.on(jdk))).isEqualTo(expected);
    }

    /** Where raising is not permitted, high priorities are still ignored, which is correct. */
    @OnEveryJdk(from = 21)
    void withTheRemedyNoneIsLeftThatCouldBeHelped(TestJdk jdk) throws Exception {
        Map<String, Integer> high = new TreeMap<>(Prioritised.PRIORITIES);
        boolean raises = Raising.isPermitted();
        high.values().removeIf(priority -> priority <= 5 || raises);
        assertThat(ignored(Programs.on(jdk).withAgent("quiet,priority"))).isEqualTo(high);
        assertThat(ignored(Programs.on(jdk).withAgent("quiet,priority,priority.nice=idle/2/batch/0/0/0/0/0/0/0")))
                .containsOnlyKeys("high", "say \"hi\" #5 prio=9 tid=0x1 nid=1 ", Prioritised.FORGED);
    }

    /** Every user may lower priorities, so the result does not depend on who runs the test. */
    @OnEveryJdk
    void whatTheJvmsOwnOptionDoesIsSeen(TestJdk jdk) throws Exception {
        assertThat(ignored(Programs.on(jdk).with("-XX:ThreadPriorityPolicy=1")))
                .doesNotContainKeys("low", "two\nlines", "na\u00efve");
    }
}
