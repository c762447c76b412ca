package dev.slipstream.it.buffering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Capture;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of files that are read byte by byte: programs read the same bytes as without the agent, whatever is done to a stream. */
class BufferingTest {
    private static final String PROGRAMS = Programs.PACKAGE + "buffering.";
    private static final String COUNTER = "dev.slipstream.buffering.counter.";
    private static final String ON = "quiet,buffering";

    @TempDir
    private Path folder;

    private static Ended run(ForkedJvm jvm, String program, String... arguments) throws Exception {
        Ended ended = jvm.run(PROGRAMS + program, arguments);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
        return ended;
    }

    /** Returns a JVM whose temporary files are in the folder of the test, where they may stay if it is killed. */
    private ForkedJvm console(TestJdk jdk) {
        return Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading", "-Djava.io.tmpdir=" + folder);
    }

    private static void same(TestJdk jdk, String program, String... arguments) throws Exception {
        Ended stock = run(Programs.on(jdk), program, arguments);
        Ended ended = run(Programs.on(jdk).withAgent(ON), program, arguments);
        assertThat(ended.out()).as("%s", ended).isEqualTo(stock.out());
    }

    private static long counter(Properties status, String name) {
        return Long.parseLong(status.getProperty(COUNTER + name));
    }

    @OnEveryJdk
    void aStreamWithoutAConstructor(TestJdk jdk) throws Exception {
        same(jdk, "Unconstructed");
    }

    @Tag("long")
    @OnEveryJdk
    void randomOperations(TestJdk jdk) throws Exception {
        same(jdk, "ReadOperations", "1", "500");
    }

    /** The bytes are stale almost as soon as they are read ahead. */
    @OnEveryJdk
    void randomOperationsOnTheShortestAge(TestJdk jdk) throws Exception {
        Ended stock = run(Programs.on(jdk), "ReadOperations", "1000", "100");
        Ended ended = run(Programs.on(jdk).withAgent(ON + ",buffering.age=2"), "ReadOperations", "1000", "100");
        assertThat(ended.out()).as("%s", ended).isEqualTo(stock.out());
    }

    @OnEveryJdk
    void randomOperationsInterpretedAndVerified(TestJdk jdk) throws Exception {
        Ended stock = run(Programs.on(jdk), "ReadOperations", "2000", "50");
        Ended ended = run(Programs.on(jdk).with("-Xint", "-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal",
                "--limit-modules=java.base,java.instrument").withAgent(ON), "ReadOperations", "2000", "50");
        assertThat(ended.out()).as("%s", ended).isEqualTo(stock.out());
    }

    @Tag("long")
    @OnEveryJdk
    void severalThreads(TestJdk jdk) throws Exception {
        assertThat(run(Programs.on(jdk).withAgent(ON), "ReadThreads", "4000").out()).isEqualTo("wrong 0\n");
    }

    @OnEveryJdk
    void filesOfTheKernel(TestJdk jdk) throws Exception {
        same(jdk, "ReadPlaces", "kernel");
    }

    @OnEveryJdk
    void pipes(TestJdk jdk) throws Exception {
        same(jdk, "ReadPlaces", "pipe");
    }

    @OnEveryJdk
    void filesThatOthersWriteTo(TestJdk jdk) throws Exception {
        same(jdk, "ReadPlaces", "others");
    }

    @OnEveryJdk
    void nearTheEndOfTheStack(TestJdk jdk) throws Exception {
        // The JVM warns of classes loaded near the end of the stack, which it cannot show to an agent, so stderr is not checked.
        Ended ended = Programs.on(jdk).withAgent(ON).run(PROGRAMS + "ReadPlaces", "deep");
        assertThat(ended.out()).as("%s", ended).isEqualTo("wrong 0\n");
    }

    @OnEveryJdk
    void subclasses(TestJdk jdk) throws Exception {
        same(jdk, "ReadPlaces", "inherited");
    }

    /** A terminal delivers one line at a time. The program must see each line before the next one is typed. */
    @OnEveryJdk
    void terminals(TestJdk jdk) throws Exception {
        String command = jdk.java() + " -javaagent:" + ForkedJvm.JAR + "=" + ON + " -cp " + System.getProperty("java.class.path")
                + " " + PROGRAMS + "ReadPlaces terminal";
        Process process = new ProcessBuilder("script", "-qec", command, "/dev/null").redirectErrorStream(true).start();
        try {
            StringBuilder seen = new StringBuilder();
            expect(process, seen, "ready");
            for (String line : new String[] {"a line that is longer than sixteen", "two", "three"}) {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
                expect(process, seen, "line " + line);
            }
            assertThat(process.waitFor()).as("%s", seen).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void expect(Process process, StringBuilder seen, String text) throws Exception {
        while (seen.indexOf(text) < 0) {
            int next = process.getInputStream().read();
            assertThat(next).as("%s", seen).isNotNegative();
            seen.append((char) next);
        }
    }

    @OnEveryJdk(core = "buffering")
    void detachesAndAttachesInTheMiddle(TestJdk jdk) throws Exception {
        try (Running jvm = console(jdk).withAgent(ON).start(Programs.CONSOLE)) {
            for (String request : new String[] {"!detach", ON, "!detach", ON}) {
                assertThat(jvm.ask("call buffering.ReadLoad open")).isEqualTo("opened");
                assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
                jvm.request(request);
                assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
                jvm.request(request.equals(ON) ? "!detach" : ON);
                assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
                assertThat(jvm.ask("call buffering.ReadLoad rest")).isEqualTo("right");
                jvm.request(request);
            }
        }
    }

    @OnEveryJdk
    void attachesAndDetachesUnderLoad(TestJdk jdk) throws Exception {
        try (Running jvm = console(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call buffering.ReadLoad start")).isEqualTo("started");
            for (int i = 0; i < 20; i++) {
                jvm.request(ON);
                do {
                    assertThat(jvm.ask("call buffering.ReadLoad wrong")).isEqualTo("0");
                } while (counter(jvm.status(), "bytesServed") == 0);
                assertThat(jvm.ask("threads")).isEqualTo("slipstream-buffering");
                jvm.request("!detach");
                assertThat(jvm.ask("call buffering.ReadLoad wrong")).isEqualTo("0");
                assertThat(jvm.ask("threads")).isEmpty();
            }
        }
    }

    /** A retransformation discards the edits of other remedies, and would lose bytes that were read ahead. */
    @OnEveryJdk
    void anotherAgentHasTheClassTransformedAgain(TestJdk jdk) throws Exception {
        try (Running jvm = console(jdk).withAgent(ON).with("-javaagent:" + Scratch.agentJar(
                Capture.class, folder)).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call buffering.ReadLoad open")).isEqualTo("opened");
            for (int i = 0; i < 3; i++) {
                assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
                assertThat(jvm.ask("now java/io/FileInputStream")).isNotEqualTo("none");
                assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
            }
            assertThat(jvm.ask("call buffering.ReadLoad rest")).isEqualTo("right");
            Properties status = jvm.status();
            assertThat(status.getProperty("dev.slipstream.buffering.state")).isEqualTo("active");
            assertThat(counter(status, "streams")).isEqualTo(1);
        }
    }

    /** In that case all bytes are given back before the class changes, and the remedy withdraws. */
    @OnEveryJdk
    @OnStockOnly("the calls of a baked class are always kept")
    void itsCallsCannotBeKept(TestJdk jdk) throws Exception {
        try (Running jvm = console(jdk).with("-Ddev.slipstream.test.fail=KEEP").withAgent(ON)
                .with("-javaagent:" + Scratch.agentJar(Capture.class, folder)).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call buffering.ReadLoad open")).isEqualTo("opened");
            assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
            assertThat(jvm.ask("now java/io/FileInputStream")).isNotEqualTo("none");
            assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
            assertThat(jvm.ask("call buffering.ReadLoad rest")).isEqualTo("right");
            String failed = "lost: " + Capture.class.getName() + " (its class can no longer be rewritten)";
            jvm.waitUntil(failed, () -> failed.equals(jvm.status().getProperty("dev.slipstream.buffering.state")));
            assertThat(jvm.err().lines()).containsExactly("slipstream: buffering " + failed);
            assertThat(jvm.ask("threads")).doesNotContain("slipstream-buffering");
        }
    }

    @OnEveryJdk(from = 21)
    void virtualThreads(TestJdk jdk) throws Exception {
        assertThat(run(Programs.on(jdk).withAgent(ON), "VirtualReads").out()).isEqualTo("wrong 0\n");
    }

    /** A recording retransforms the class on JDK 17 and 21. */
    @OnEveryJdk
    void aRecordingBeginsInTheMiddle(TestJdk jdk) throws Exception {
        Path recording = folder.resolve(jdk.feature() + ".jfr");
        Ended ended = run(Programs.on(jdk).with("-Xlog:jfr*=off").withAgent(ON), "ReadRecorded", recording.toString());
        assertThat(ended.out()).as("%s", ended)
                .startsWith("before right\nwithin right\nafter right\nleft 1000 right-1\nevents ");
    }

    @OnEveryJdk
    void tellsItsStatus(TestJdk jdk) throws Exception {
        try (Running jvm = console(jdk).withAgent(ON).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call buffering.ReadLoad open")).isEqualTo("opened");
            assertThat(jvm.ask("call buffering.ReadLoad some")).isEqualTo("right");
            assertThat(jvm.ask("call buffering.ReadLoad rest")).isEqualTo("right");
            Properties status = jvm.status();
            assertThat(status.getProperty("dev.slipstream.buffering.state")).isEqualTo("active");
            assertThat(counter(status, "streams")).isEqualTo(1);
            assertThat(counter(status, "streamsRefused")).isZero();
            assertThat(counter(status, "bytesServed")).isBetween(1L, 100L);
            assertThat(counter(status, "bytesGivenBack")).isPositive();
            assertThat(counter(status, "failed")).isZero();
            Programs.awaitBeans(jvm);
            assertThat(jvm.ask("bean buffering")).startsWith("active reason= counters={bytesGivenBack=");
            jvm.request("none,quiet");
            assertThat(jvm.status().getProperty("dev.slipstream.buffering.state")).isEqualTo("off");
        }
    }

    @OnEveryJdk
    @OnStockOnly("an invalid setting leaves the baked default")
    void anAgeThatIsNone(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).withAgent(ON + ",buffering.age=1").run(PROGRAMS + "ReadOperations", "1", "1");
        assertThat(ended.err()).as("%s", ended)
                .isEqualTo("slipstream: buffering declined: buffering.age=1 is no number from 2 to 10000\n");
    }
}
