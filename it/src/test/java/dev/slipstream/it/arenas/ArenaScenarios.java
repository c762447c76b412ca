package dev.slipstream.it.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.List;

/** Checks of shared arenas with the agent on, for JVMs of any kind. */
final class ArenaScenarios {
    static final String PROGRAMS = Programs.PACKAGE + "arenas.";

    private static final String OPENS = "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED";

    private final TestJdk jdk;
    private final List<String> options;

    ArenaScenarios(TestJdk jdk, String... options) {
        this.jdk = jdk;
        this.options = List.of(options);
    }

    /** Returns a JVM without the agent. */
    ForkedJvm jvm() {
        return Programs.on(jdk).with(OPENS, "--enable-native-access=ALL-UNNAMED").with(options.toArray(String[]::new));
    }

    private Ended quiet(ForkedJvm jvm, String program, String... arguments) throws Exception {
        Ended ended = jvm.withAgent("quiet,arenas").run(PROGRAMS + program, arguments);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
        return ended;
    }

    void textsOfEveryKind() throws Exception {
        Ended stock = jvm().run(PROGRAMS + "ArenaTexts");
        assertThat(stock.exitCode()).as("%s", stock).isZero();
        assertThat(stock.out()).as("%s", stock).contains("close with 4: ", "global: ");
        assertThat(quiet(jvm(), "ArenaTexts").out()).isEqualTo(stock.out());
        assertThat(quiet(jvm(), "ArenaTexts", "striped").out()).isEqualTo(stock.out());
    }

    /** The runs are longer than the second that passes before the first session may be striped. */
    void freedMemoryIsNotUsed() throws Exception {
        assertThat(quiet(jvm(), "ArenaLoad", "4000", "striped").out()).isEqualTo("right\non stripes\n");
        assertThat(quiet(jvm(), "ArenaLoad", "3000", "ahead").out()).isEqualTo("right\non stripes\n");
    }

    void freedMemoryIsNotUsedInInterpretedCode() throws Exception {
        assertThat(quiet(jvm().with("-Xint"), "ArenaLoad", "3000", "striped").out()).isEqualTo("right\non stripes\n");
    }

    /** The owner of a stripe counts beside it. Other threads, and those that come after its end, must not be mistaken for it. */
    void countsExactlyInACrowd() throws Exception {
        String platform = "acquired beside, released beside\n";
        String right = platform.repeat(3) + "acquired 0 beside, released beside\nSession is acquired by 1 clients\nclosed\n";
        assertThat(quiet(jvm(), "ArenaCounts$Crowd").out()).isEqualTo(right);
        assertThat(quiet(jvm().with("-Xint"), "ArenaCounts$Crowd").out()).isEqualTo(right);
    }

    /** An owner does so only after enough uses to outweigh the second handshake, which each arena then needs once. */
    void anOwnerCountsItsAcquiresBesideAfterAWhile() throws Exception {
        String right = """
                before: 0
                then: 65536
                Session is acquired by 1 clients
                after a refused close: +0
                closed
                Already closed
                in pairs: 65536
                closed
                """;
        assertThat(quiet(jvm(), "ArenaCounts$Owner").out()).isEqualTo(right);
        assertThat(quiet(jvm().with("-Xint"), "ArenaCounts$Owner").out()).isEqualTo(right);
    }

    /** The threads wait for a close by another thread, which takes as long as a handshake of all threads. */
    void waitersYieldTheirProcessor() throws Exception {
        assertThat(quiet(jvm(), "ArenaWaiters").out()).isEqualTo("yield\nclosed\n");
    }

    void nothingIsLeftOfArenas() throws Exception {
        assertThat(quiet(jvm(), "ArenaChurn", "30000", "close").out())
                .isEqualTo("memory same\nstriped true now 0 without slot 0\n");
    }

    /** More arenas are left unclosed than there are slots. */
    void nothingIsLeftOfArenasThatAreForgotten() throws Exception {
        assertThat(quiet(jvm(), "ArenaChurn", "20000", "forget").out())
                .startsWith("memory same\nstriped true now ").endsWith(" without slot 0\n");
    }

    /** Arenas that are open at an attach stay usable. Arenas that are striped at a detach go back to one counter. */
    void attachesAndDetachesUnderLoad() throws Exception {
        try (Running jvm = jvm().with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call arenas.ArenaLoad load")).isEqualTo("started");
            for (int i = 0; i < 4; i++) {
                jvm.request("quiet,arenas");
                assertThat(jvm.ask("call arenas.ArenaLoad check")).isEqualTo("right");
                if (i == 0) {
                    waitUntilStriped(jvm);
                } else {
                    Thread.sleep(i * 400L);
                }
                assertThat(jvm.ask("call arenas.ArenaLoad check")).isEqualTo("right");
                jvm.request("!detach");
                assertThat(jvm.ask("call arenas.ArenaLoad check")).as("%s", jvm.err()).isEqualTo("right");
                assertThat(jvm.ask("threads")).isEmpty();
            }
            assertThat(jvm.err().lines()).allMatch(line -> line.equals(Programs.detached(jdk)));
        }
    }

    static void waitUntilStriped(Running jvm) throws Exception {
        jvm.waitUntil("a striped arena", () -> jvm.ask("call arenas.ArenaLoad striped").equals("some"));
    }
}
