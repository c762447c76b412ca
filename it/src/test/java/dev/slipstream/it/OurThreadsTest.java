package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.FailingJar;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.program.common.Failing;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test that no event in an application ends Slipstream's threads or makes them spin. */
class OurThreadsTest {
    private static final String KEEPER = "dev/slipstream/runtime/pinning/";

    private static ForkedJvm jvm(TestJdk jdk) {
        return Programs.on(jdk).with(Programs.JVM_OPTIONS);
    }

    @OnEveryJdk
    void theyAreInterrupted(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call OurThreads interrupt")).as("before the first virtual thread").isEqualTo("calm");
            assertThat(Programs.works(jvm)).isEqualTo(Programs.allWork(jdk));
            assertThat(jvm.ask("call OurThreads inOtherGroups")).isEqualTo("[]");
            assertThat(jvm.ask("call OurThreads interrupt")).isEqualTo("calm");
            assertThat(Programs.works(jvm)).as("%s", jvm.err()).isEqualTo(Programs.allWork(jdk));
            assertThat(jvm.err()).doesNotContain("undone", "lost");
        }
    }

    /** With a fixed capacity, {@code text} has no thread. */
    @Tag("long")
    @OnEveryJdk
    void allAreThereAfterInterrupts(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS.replace("text.capacity=64,", "")).start(Programs.CONSOLE)) {
            String works = Programs.allWork(jdk).replace(" text", "");
            assertThat(Programs.works(jvm)).isEqualTo(works);
            Programs.awaitBeans(jvm);
            String threads = jvm.ask("threads");
            assertThat(threads).contains("slipstream-text", "slipstream-naming");
            assertThat(jvm.ask("call OurThreads interrupt")).isEqualTo("calm");
            assertThat(jvm.ask("threads")).isEqualTo(threads);
            assertThat(Programs.works(jvm)).as("%s", jvm.err()).isEqualTo(works);
        }
    }

    /** Each allocation in the keeper's code fails once, while virtual threads need the keeper to go on. */
    @OnEveryJdk(from = 21, to = 23)
    @OnStockOnly("replaces classes of the agent's jar, which the baked engine has too")
    void theKeeperRunsOutOfMemory(TestJdk jdk, @TempDir Path folder) throws Exception {
        try (Running jvm = FailingJar.in(folder, KEEPER).on(jvm(jdk)).withAgent("pinning,quiet").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Entering goesOn")).isEqualTo("true");
            String failed = jvm.ask("call pinning.Entering whileAllocationsFail");
            assertThat(failed).as("%s", jvm.err()).matches("\\d{2,}");
            assertThat(jvm.ask("threads")).isEqualTo("slipstream-keeper");
            assertThat(jvm.err()).isEmpty();
        }
    }

    /** A keeper that fails before it has begun to watch has nothing to continue with, so it ends. */
    @OnEveryJdk(from = 21, to = 23)
    @OnStockOnly("replaces classes of the agent's jar, which the baked engine has too")
    void theKeeperStartsWithoutMemory(TestJdk jdk, @TempDir Path folder) throws Exception {
        try (Running jvm = FailingJar.in(folder, KEEPER).on(jvm(jdk)).with("-D" + Failing.THREAD + "=slipstream-keeper")
                .withAgent("pinning,quiet").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Entering startOne")).isEmpty();
            jvm.waitUntil("the end of the remedy", () -> jvm.ask("threads").isEmpty());
            assertThat(jvm.err())
                    .startsWith("slipstream: pinning failed: its keeper has ended: java.lang.OutOfMemoryError: injected");
        }
    }

    @OnEveryJdk(to = 21)
    void theRecorderIsForbidden(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).with("-Djava.security.manager=allow", "-XX:StartFlightRecording", "-Xlog:jfr*=off")
                .withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call OurThreads refuseEvents")).isEqualTo("refused");
            assertThat(Programs.works(jvm)).isEqualTo(Programs.allWork(jdk));
            Thread.sleep(2_500);
            assertThat(Programs.works(jvm)).as("%s", jvm.err()).isEqualTo(Programs.allWork(jdk));
            assertThat(jvm.ask("threads")).contains("slipstream-naming");
        }
    }
}
