package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.program.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;

/** Shared arenas: what they do and say is as without the agent, on one counter and on stripes. */
class ArenasTest {
    private static final String PROGRAMS = "dev.slipstream.it.program.";
    private static final String OPENS = "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED";

    @TempDir
    private Path folder;

    private static Jvm jvm(Jdk jdk) {
        return Jvm.on(jdk).with(OPENS, "--enable-native-access=ALL-UNNAMED");
    }

    private static Ended quiet(Jvm jvm, String program, String... arguments) throws Exception {
        Ended ended = jvm.withAgent("quiet,arenas").run(PROGRAMS + program, arguments);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
        return ended;
    }

    @OnEveryJdk(from = 21)
    void textsOfEveryKind(Jdk jdk) throws Exception {
        Ended stock = jvm(jdk).run(PROGRAMS + "ArenaTexts");
        assertThat(stock.exitCode()).as("%s", stock).isZero();
        assertThat(stock.out()).as("%s", stock).contains("close with 4: ", "global: ");
        assertThat(quiet(jvm(jdk), "ArenaTexts").out()).isEqualTo(stock.out());
        assertThat(quiet(jvm(jdk), "ArenaTexts", "striped").out()).isEqualTo(stock.out());
    }

    /** Long enough for the second after which the first may be put on stripes. */
    @OnEveryJdk(from = 21)
    void nobodyUsesWhatIsFreed(Jdk jdk) throws Exception {
        assertThat(quiet(jvm(jdk), "ArenaLoad", "4000", "striped").out()).isEqualTo("right\non stripes\n");
        assertThat(quiet(jvm(jdk), "ArenaLoad", "3000", "ahead").out()).isEqualTo("right\non stripes\n");
    }

    @OnEveryJdk(from = 21)
    void nobodyUsesWhatIsFreedInInterpretedCode(Jdk jdk) throws Exception {
        assertThat(quiet(jvm(jdk).with("-Xint"), "ArenaLoad", "3000", "striped").out()).isEqualTo("right\non stripes\n");
    }

    /** Who owns a stripe counts beside it; others, and those that come when it has ended, must not be confused. */
    @OnEveryJdk(from = 21)
    void countsExactlyInACrowd(Jdk jdk) throws Exception {
        String platform = "acquired beside, released beside\n";
        String right = platform.repeat(3) + "acquired 0 beside, released beside\nSession is acquired by 1 clients\nclosed\n";
        assertThat(quiet(jvm(jdk), "ArenaCrowd").out()).isEqualTo(right);
        assertThat(quiet(jvm(jdk).with("-Xint"), "ArenaCrowd").out()).isEqualTo(right);
    }

    /** Not before it has paid for the second handshake, which each arena has once. */
    @OnEveryJdk(from = 21)
    void anOwnerCountsItsAcquiresBesideAfterAWhile(Jdk jdk) throws Exception {
        String right = "before: 0\nthen: 65536\nSession is acquired by 1 clients\nafter a refused close: +0\n"
                + "closed\nAlready closed\nin pairs: 65536\nclosed\n";
        assertThat(quiet(jvm(jdk), "ArenaOwner").out()).isEqualTo(right);
        assertThat(quiet(jvm(jdk).with("-Xint"), "ArenaOwner").out()).isEqualTo(right);
    }

    @OnEveryJdk(from = 21)
    void nothingIsLeftOfArenas(Jdk jdk) throws Exception {
        assertThat(quiet(jvm(jdk), "ArenaChurn", "30000", "close").out())
                .isEqualTo("memory same\nstriped true now 0 without slot 0\n");
    }

    /** Those that nobody closes are more than there are slots. */
    @OnEveryJdk(from = 21)
    void nothingIsLeftOfArenasThatAreForgotten(Jdk jdk) throws Exception {
        assertThat(quiet(jvm(jdk), "ArenaChurn", "20000", "forget").out())
                .startsWith("memory same\nstriped true now ").endsWith(" without slot 0\n");
    }

    /** What is open at an attach goes on, and what is on stripes at a detach is back on one counter. */
    @OnEveryJdk(from = 21)
    void attachesAndDetachesUnderLoad(Jdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).with("-XX:+EnableDynamicAgentLoading").start(PROGRAMS + "Console")) {
            assertThat(jvm.ask("call ArenaLoad load")).isEqualTo("started");
            for (int i = 0; i < 4; i++) {
                jvm.request("quiet,arenas");
                assertThat(jvm.ask("call ArenaLoad check")).isEqualTo("right");
                if (i == 0) {
                    waitUntilStriped(jvm);
                } else {
                    Thread.sleep(i * 400L);
                }
                assertThat(jvm.ask("call ArenaLoad check")).isEqualTo("right");
                jvm.request("!detach");
                assertThat(jvm.ask("call ArenaLoad check")).as("%s", jvm.err()).isEqualTo("right");
                assertThat(jvm.ask("threads")).isEmpty();
            }
            assertThat(jvm.err().lines()).allMatch(line -> line.equals("slipstream: detached, the JDK's own methods are back"));
        }
    }

    /**
     * Whose rewriting begins with the JDK's own methods, so that ours are gone. What was on stripes is put back within a second
     * or two.
     */
    @OnEveryJdk(from = 21)
    void anotherAgentTakesTheEditsOut(Jdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent("quiet,arenas").with("-javaagent:" + Scratch.agentJar(Capture.class, folder))
                .start(PROGRAMS + "Console")) {
            assertThat(jvm.ask("call ArenaLoad load")).isEqualTo("started");
            waitUntilStriped(jvm);
            jvm.ask("now jdk/internal/foreign/SharedSession");
            String line = "slipstream: arenas failed: another agent has rewritten jdk.internal.foreign.SharedSession, undone";
            jvm.waitUntil(line, () -> said(jvm).contains(line));
            assertThat(jvm.ask("call ArenaLoad forgive")).startsWith("forgave ");
            Thread.sleep(200);
            assertThat(jvm.ask("call ArenaLoad check")).isEqualTo("right");
            assertThat(jvm.ask("threads")).isEmpty();
        }
    }

    private static String said(Running jvm) {
        try {
            return jvm.err();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void waitUntilStriped(Running jvm) throws Exception {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!jvm.ask("call ArenaLoad striped").equals("some")) {
            assertThat(System.nanoTime() - end).as(jvm.err()).isNegative();
            Thread.sleep(100);
        }
    }

    @OnEveryJdk(from = 21)
    void tellsItsStatus(Jdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent("quiet,arenas").start(PROGRAMS + "Console")) {
            assertThat(jvm.ask("threads")).doesNotContain("slipstream-arenas");
            assertThat(jvm.status().getProperty("dev.slipstream.arenas.counter.striped")).isEqualTo("0");
            assertThat(jvm.ask("call ArenaLoad load")).isEqualTo("started");
            waitUntilStriped(jvm);
            assertThat(jvm.ask("threads")).contains("slipstream-arenas");
            Properties status = jvm.status();
            assertThat(status.getProperty("dev.slipstream.arenas.state")).isEqualTo("active");
            assertThat(Long.parseLong(status.getProperty("dev.slipstream.arenas.counter.striped"))).isPositive();
            jvm.request("-arenas,quiet");
            assertThat(jvm.status().getProperty("dev.slipstream.arenas.state")).isEqualTo("off");
            assertThat(jvm.ask("call ArenaLoad check")).isEqualTo("right");
        }
    }

    @OnEveryJdk(to = 20)
    void saysWhereThereIsNothingToDo(Jdk jdk) throws Exception {
        Ended ended = Jvm.on(jdk).withAgent("arenas").run(PROGRAMS + "ExitsWithSeven");
        assertThat(ended.err()).isEqualTo(
                "slipstream: arenas unneeded (this JDK has no shared arenas)\n");
    }

    /** The event is there if the application records. */
    @OnEveryJdk(from = 21)
    void recordsWhatItDoes(Jdk jdk) throws Exception {
        Path recording = folder.resolve(jdk.feature() + ".jfr");
        Ended ended = jvm(jdk).with("-XX:StartFlightRecording=filename=" + recording).with("-Xlog:jfr*=off")
                .withAgent("quiet,arenas").run(PROGRAMS + "ArenaLoad", "4000", "striped");
        assertThat(ended.out()).as("%s", ended).contains("on stripes");
        Process print = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jfr").toString(), "print", "--events",
                "dev.slipstream.Arenas", recording.toString()).redirectErrorStream(true).start();
        String events = new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        print.waitFor();
        assertThat(events).as("%s", ended).contains("dev.slipstream.Arenas", "striped = ");
    }
}
