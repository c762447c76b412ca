package dev.slipstream.it.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;

/** Test of the library's {@code ThreadNames} and the agent's remedy in one JVM. Only one of them may publish a thread's name. */
class NamingLibraryTest {
    private static final String[] OPENED = {"--add-opens", "java.base/java.lang=ALL-UNNAMED"};
    private static final int CHECKS = 10;

    private static void assertRight(Running jvm, String when) throws Exception {
        assertThat(jvm.ask("call naming.NameLibrary check")).as("%s, %s", when, jvm.err()).isEqualTo("right");
    }

    @OnEveryJdk
    @OnStockOnly("the library finds a baked JDK's graft")
    void theLibraryComesFirst(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(OPENED).with("-XX:+EnableDynamicAgentLoading")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call naming.NameLibrary load")).isEqualTo("started");
            assertRight(jvm, "the library alone");
            assertThat(jvm.ask("call naming.NameLibrary mode")).isEqualTo("OPENED");
            assertThat(jvm.ask("threads")).isEqualTo("slipstream-naming");
            for (int round = 0; round < 3; round++) {
                jvm.request("quiet,naming");
                assertThat(jvm.ask("call naming.NameLibrary mode")).isEqualTo("SET_NAME");
                assertThat(jvm.ask("threads")).isEqualTo("slipstream-naming");
                for (int i = 0; i < CHECKS; i++) {
                    assertRight(jvm, "attached");
                }
                assertThat(jvm.ask("call naming.NameLibrary load")).isEqualTo("started");
                assertRight(jvm, "more threads");
                jvm.request("!detach");
                assertRight(jvm, "detached");
                assertThat(jvm.ask("threads")).isEmpty();
                assertThat(jvm.ask("call naming.NameLibrary files")).isEqualTo("0");
            }
            assertThat(jvm.err().lines()).allMatch(line -> line.equals(Programs.detached(jdk)));
        }
    }

    @OnEveryJdk
    void theAgentComesFirst(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(OPENED).with("-XX:+EnableDynamicAgentLoading").withAgent("quiet,naming")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call naming.NameLibrary load")).isEqualTo("started");
            assertRight(jvm, "both");
            assertThat(jvm.ask("call naming.NameLibrary mode")).isEqualTo("SET_NAME");
            Programs.awaitBeans(jvm);
            jvm.request("!detach");
            assertRight(jvm, "detached");
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(jvm.ask("call naming.NameLibrary files")).isEqualTo("0");
            jvm.request("quiet,naming");
            assertRight(jvm, "attached again");
        }
    }
}
