package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.Properties;

/** Test of attaching and detaching remedies in a running JVM. */
class AttachTest {
    private static final String STATE = "dev.slipstream.pinning.state";
    private static final int CYCLES = 20;

    private static ForkedJvm jvm(TestJdk jdk) {
        return Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading", "-Djdk.virtualThreadScheduler.parallelism=2",
                "-Djdk.reflect.useNativeAccessorOnly=true");
    }

    @OnEveryJdk(from = 21)
    void attachesAndDetachesUnderLoad(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("false");
            assertThat(jvm.ask("call pinning.Pinned load")).isEqualTo("started");
            for (int i = 0; i < CYCLES; i++) {
                jvm.request("quiet");
                assertThat(jvm.ask("threads")).isEqualTo("slipstream-keeper,slipstream-naming");
                jvm.request("!detach");
                assertThat(jvm.ask("threads")).as("%s", jvm.err()).isEmpty();
            }
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("false");
            jvm.request("quiet");
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("true");
            jvm.request("!detach");
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("false");
            assertThat(jvm.err().lines()).hasSize(CYCLES + 1)
                    .allMatch(line -> line.equals(Programs.detached(jdk)));
        }
    }

    @OnEveryJdk(from = 21)
    void detachesWhatBeganWithTheJvm(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent().start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("true");
            jvm.request("!detach");
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("false");
            assertThat(jvm.ask("threads")).doesNotContain("keeper", "naming", "arenas");
        }
    }

    @OnEveryJdk(from = 21)
    void tellsItsStatus(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).start(Programs.CONSOLE)) {
            // An answer shows that the JVM has started. A JVM that is still starting may miss the signal to listen.
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("false");
            jvm.request("");
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("true");
            Properties status = jvm.status();
            assertThat(status.getProperty(STATE)).isEqualTo("active");
            assertThat(Long.parseLong(status.getProperty("dev.slipstream.pinning.counter.parksCompensated"))).isPositive();
            assertThat(status.getProperty("dev.slipstream.pinning.counter.carriers")).isNotNull();
            jvm.request("!detach");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("off");
            jvm.request("-pinning");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("off");
            jvm.request("pinning");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("active");
            jvm.request("pinning,pinning.max-carriers=2048");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("active");
        }
    }

    @OnEveryJdk(to = 20, core = "pinning")
    void saysWhereThereIsNothingToDo(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            jvm.request("");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("unneeded (this JDK has no virtual threads)");
            jvm.request("!detach");
            assertThat(jvm.ask("threads")).as("%s", jvm.err()).isEmpty();
        }
    }
}
