package dev.slipstream.it.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Capture;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of shared arenas: their behaviour and messages are as without the agent, on one counter and on stripes. */
class ArenasTest {
    @TempDir
    private Path folder;

    private static ArenaScenarios on(TestJdk jdk) {
        return new ArenaScenarios(jdk);
    }

    @OnEveryJdk(from = 21)
    void textsOfEveryKind(TestJdk jdk) throws Exception {
        on(jdk).textsOfEveryKind();
    }

    @OnEveryJdk(from = 21)
    void freedMemoryIsNotUsed(TestJdk jdk) throws Exception {
        on(jdk).freedMemoryIsNotUsed();
    }

    @OnEveryJdk(from = 21)
    void freedMemoryIsNotUsedInInterpretedCode(TestJdk jdk) throws Exception {
        on(jdk).freedMemoryIsNotUsedInInterpretedCode();
    }

    @OnEveryJdk(from = 21)
    void countsExactlyInACrowd(TestJdk jdk) throws Exception {
        on(jdk).countsExactlyInACrowd();
    }

    @OnEveryJdk(from = 21)
    void anOwnerCountsItsAcquiresBesideAfterAWhile(TestJdk jdk) throws Exception {
        on(jdk).anOwnerCountsItsAcquiresBesideAfterAWhile();
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void nothingIsLeftOfArenas(TestJdk jdk) throws Exception {
        on(jdk).nothingIsLeftOfArenas();
    }

    @OnEveryJdk(from = 21)
    void nothingIsLeftOfArenasThatAreForgotten(TestJdk jdk) throws Exception {
        on(jdk).nothingIsLeftOfArenasThatAreForgotten();
    }

    @OnEveryJdk(from = 21)
    void waitersYieldTheirProcessor(TestJdk jdk) throws Exception {
        on(jdk).waitersYieldTheirProcessor();
    }

    @OnEveryJdk(from = 21)
    void attachesAndDetachesUnderLoad(TestJdk jdk) throws Exception {
        on(jdk).attachesAndDetachesUnderLoad();
    }

    /** For a while the JDK's own bodies meet striped words, and refuse. No resource is freed in use. */
    @OnEveryJdk(from = 21)
    @OnStockOnly("baked edits outlast retransformations")
    void anotherAgentTakesTheEditsOut(TestJdk jdk) throws Exception {
        try (Running jvm = on(jdk).jvm().with("-XX:+EnableDynamicAgentLoading").withAgent("quiet,arenas")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call arenas.ArenaLoad load")).isEqualTo("started");
            ArenaScenarios.waitUntilStriped(jvm);
            jvm.load(Scratch.agentJar(Capture.class, folder), "");
            jvm.ask("now jdk/internal/foreign/SharedSession");
            String line = "slipstream: arenas was undone by another agent, and is in force again";
            jvm.waitUntil(line, () -> jvm.err().contains(line));
            assertThat(jvm.ask("call arenas.ArenaLoad forgive")).startsWith("forgave ");
            Thread.sleep(200);
            assertThat(jvm.ask("call arenas.ArenaLoad check")).isEqualTo("right");
            assertThat(jvm.status()).containsEntry("dev.slipstream.arenas.state", "active")
                    .containsEntry("dev.slipstream.arenas.rewrittenAgain", "1");
        }
    }

    @OnEveryJdk(from = 21, core = "arenas")
    void tellsItsStatus(TestJdk jdk) throws Exception {
        try (Running jvm = on(jdk).jvm().withAgent("quiet,arenas").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).doesNotContain("slipstream-arenas");
            assertThat(jvm.status().getProperty("dev.slipstream.arenas.counter.striped")).isEqualTo("0");
            assertThat(jvm.ask("call arenas.ArenaLoad load")).isEqualTo("started");
            ArenaScenarios.waitUntilStriped(jvm);
            assertThat(jvm.ask("threads")).contains("slipstream-arenas");
            Properties status = jvm.status();
            assertThat(status.getProperty("dev.slipstream.arenas.state")).isEqualTo("active");
            assertThat(Long.parseLong(status.getProperty("dev.slipstream.arenas.counter.striped"))).isPositive();
            jvm.request("-arenas,quiet");
            assertThat(jvm.status().getProperty("dev.slipstream.arenas.state")).isEqualTo("off");
            assertThat(jvm.ask("call arenas.ArenaLoad check")).isEqualTo("right");
        }
    }

    @OnEveryJdk(to = 20, core = "arenas")
    void saysWhereThereIsNothingToDo(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).withAgent("arenas").run(Programs.PACKAGE + "ExitsWithSeven");
        assertThat(ended.err()).isEqualTo(
                "slipstream: arenas unneeded (this JDK has no shared arenas)\n");
    }

    @OnEveryJdk(from = 21)
    void recordsWhatItDoes(TestJdk jdk) throws Exception {
        Path recording = folder.resolve(jdk.feature() + ".jfr");
        // The remedy joins the recorder once a session is striped, the recorder asks once a second, and the program goes on.
        Ended ended = on(jdk).jvm()
                .with("-XX:StartFlightRecording=filename=" + recording + ",+dev.slipstream.Arenas#enabled=true", "-Xlog:jfr*=off")
                .withAgent("quiet,arenas").run(ArenaScenarios.PROGRAMS + "ArenaLoad", "4000", "striped");
        assertThat(ended.out()).as("%s", ended).contains("on stripes");
        Process print = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jfr").toString(), "print", "--events",
                "dev.slipstream.Arenas", recording.toString()).redirectErrorStream(true).start();
        String events = new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        print.waitFor();
        assertThat(events).as("%s", ended).contains("dev.slipstream.Arenas", "striped = ");
    }
}
