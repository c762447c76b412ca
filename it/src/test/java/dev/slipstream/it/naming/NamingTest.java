package dev.slipstream.it.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.program.common.Settled;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of Java names and native names of threads, which are as without the agent. */
class NamingTest {
    private static final String PROGRAMS = Programs.PACKAGE + "naming.";

    @TempDir
    private Path folder;

    /** Checks that the program prints with the agent what it prints without it, native names after a while. */
    private void same(TestJdk jdk, String options, String program) throws Exception {
        Ended stock = stock(jdk, program);
        Path expected = Files.writeString(folder.resolve("expected"), stock.out());
        same(stock, jdk, options, program, expected.toString());
    }

    /** Checks that the program prints with the agent what it prints without it, native names at once. */
    private static void sameAtOnce(TestJdk jdk, String options, String program) throws Exception {
        same(stock(jdk, program), jdk, options, program, Settled.AT_ONCE);
    }

    private static Ended stock(TestJdk jdk, String program) throws Exception {
        Ended stock = Programs.on(jdk).run(PROGRAMS + program, Settled.AT_ONCE);
        assertThat(stock.exitCode()).as("%s", stock).isZero();
        assertThat(stock.out()).as("%s", stock).isNotEmpty();
        return stock;
    }

    private static void same(Ended stock, TestJdk jdk, String options, String program, String expected) throws Exception {
        Ended ended = Programs.on(jdk).withAgent(options).run(PROGRAMS + program, expected);
        assertThat(ended.out()).as("%s", ended).isEqualTo(stock.out());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    private static Ended quiet(TestJdk jdk, String program, String... arguments) throws Exception {
        Ended ended = Programs.on(jdk).withAgent("quiet,naming").run(PROGRAMS + program, arguments);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
        return ended;
    }

    @OnEveryJdk(core = "naming")
    void textsOfEveryKind(TestJdk jdk) throws Exception {
        same(jdk, "quiet", "NameTexts");
    }

    @OnEveryJdk(from = 21)
    void textsOfEveryKindAtOnce(TestJdk jdk) throws Exception {
        sameAtOnce(jdk, "quiet,naming.mode=immediate", "NameTexts");
    }

    @OnEveryJdk
    void textsOfEveryKindUnlessTheyAreTheSame(TestJdk jdk) throws Exception {
        sameAtOnce(jdk, "quiet,naming.mode=skip", "NameTexts");
    }

    /** The form of the newest JDK is used on all JDKs. */
    @OnEveryJdk
    void theBeginningAndTheEnd(TestJdk jdk) throws Exception {
        String[] names = {"main 0 true " + hex("a"), "main 3 true " + hex("ReadSta..g-name"),
            "main 17 true " + hex("xxxxxxx..xxxxxx"), "other 2 true " + hex("sixteen..tes...")};
        Path expected = Files.writeString(folder.resolve("expected"), String.join("", names));
        Ended ended = Programs.on(jdk).withAgent("quiet,naming.truncation=middle")
                .run(PROGRAMS + "NameTexts", expected.toString());
        assertThat(ended.out()).as("%s", ended).contains(names);
    }

    private static String hex(String ascii) {
        StringBuilder hex = new StringBuilder();
        ascii.chars().forEach(c -> hex.append(Integer.toHexString(c)));
        return hex.append("\n").toString();
    }

    @OnEveryJdk
    void severalThreadsAndOneName(TestJdk jdk) throws Exception {
        same(jdk, "quiet", "NameSharing");
    }

    @OnEveryJdk(from = 21)
    void severalThreadsAndOneNameAtOnce(TestJdk jdk) throws Exception {
        sameAtOnce(jdk, "quiet,naming.mode=immediate", "NameSharing");
    }

    @OnEveryJdk
    void severalThreadsAndOneNameUnlessItIsTheSame(TestJdk jdk) throws Exception {
        sameAtOnce(jdk, "quiet,naming.mode=skip", "NameSharing");
    }

    /** The Java name is a volatile field, though one fence serves it and the slot. */
    @OnEveryJdk
    void aNameIsSeenAtOnce(TestJdk jdk) throws Exception {
        for (String mode : jdk.feature() < 21 ? List.of("published", "skip") : List.of("published", "skip", "immediate")) {
            Ended ended = Programs.on(jdk).withAgent("quiet,naming.mode=" + mode).run(PROGRAMS + "NameOrder");
            assertThat(ended.out()).as("%s: %s", mode, ended).isEqualTo("unseen 0\n");
        }
    }

    @OnEveryJdk(from = 21)
    void virtualThreads(TestJdk jdk) throws Exception {
        sameAtOnce(jdk, "quiet,naming", "VirtualNames");
    }

    @Tag("long")
    @OnEveryJdk
    void nothingIsLeftOfThreadsThatEnd(TestJdk jdk) throws Exception {
        assertThat(quiet(jdk, "NameChurn", "ends", "20000").out()).isEqualTo("files true\nthreads true\nmemory true\n");
    }

    /** In its own PID namespace, the program can make the kernel count from the same number repeatedly. */
    @NeedsRights
    @ResourceLock("process 1 of a container")
    @OnEveryJdk
    void numbersThatTheKernelGivesAgain(TestJdk jdk) throws Exception {
        reuses(Programs.on(jdk).under("unshare", "-rmpf", "--mount-proc"));
    }

    /** The publisher opens the files of most threads by their numbers. */
    @NeedsRights
    @ResourceLock("process 1 of a container")
    @OnEveryJdk
    void numbersThatTheKernelGivesAgainWithFewFiles(TestJdk jdk) throws Exception {
        reuses(Programs.on(jdk).under("unshare", "-rmpf", "--mount-proc", "sh", "-c", "ulimit -n 80; exec \"$@\"", "sh")
                .with("-XX:-MaxFDLimit"));
    }

    private static void reuses(ForkedJvm jvm) throws Exception {
        ForkedJvm contained = jvm.withAgent("quiet,naming,naming.interval=1");
        if (contained.isRefused()) {
            return;
        }
        Ended ended = contained.run(PROGRAMS + "NameChurn", "reuses", "4000");
        assertThat(ended.out()).as("%s", ended).isEqualTo("wrong 0\nreused true\n");
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    @OnEveryJdk
    void moreThreadsThanFiles(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).under("sh", "-c", "ulimit -n 200; exec \"$@\"", "sh").with("-XX:-MaxFDLimit")
                .withAgent("quiet,naming").run(PROGRAMS + "NameChurn", "many", "400");
        assertThat(ended.out()).as("%s", ended).isEqualTo("named 400\nopened true\n");
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    /** Without any /proc, the java command does not start. */
    @NeedsRights
    @OnEveryJdk
    @OnStockOnly("the baked engine says so, and then the agent")
    void aProcThatCannotBeWritten(TestJdk jdk) throws Exception {
        ForkedJvm contained = Programs.on(jdk).under("unshare", "-rm", "sh", "-c",
                "mount --bind /proc /proc && mount -o remount,bind,ro /proc && exec \"$@\"", "sh").withAgent("naming");
        if (contained.isRefused()) {
            return;
        }
        Ended ended = contained.run(Programs.PACKAGE + "ExitsWithSeven");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
        assertThat(ended.out()).as("%s", ended).endsWith("ends\n");
        assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                .startsWith("slipstream: naming failed: ").endsWith("(Read-only file system), undone");
    }

    @OnEveryJdk
    void theJvmEndsInTheMiddle(TestJdk jdk) throws Exception {
        for (int i = 0; i < 2; i++) {
            Ended ended = Programs.on(jdk).withAgent("quiet,naming").run(PROGRAMS + "NameLoad");
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
            assertThat(ended.out() + ended.err()).as("%s", ended).isEqualTo("ends\n");
            assertThat(quiet(jdk, "NameLoad", "returns").out()).isEqualTo("ends\n");
        }
    }

    /** The names are right with the JDK's own body as well as with the rewritten one. */
    @OnEveryJdk
    void attachesAndDetachesUnderLoad(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call naming.NameLoad load")).isEqualTo("started");
            String[] modes = {"published", "skip", jdk.feature() >= 21 ? "immediate" : "published"};
            for (int i = 0; i < 10; i++) {
                jvm.request("quiet,naming,naming.mode=" + modes[i % modes.length]);
                assertThat(jvm.ask("call naming.NameLoad check")).isEqualTo("right");
                jvm.request("!detach");
                assertThat(jvm.ask("call naming.NameLoad check")).as("%s", jvm.err()).isEqualTo("right");
                assertThat(jvm.ask("threads")).isEmpty();
            }
            assertThat(jvm.err().lines()).allMatch(line -> line.equals(Programs.detached(jdk)));
        }
    }

    @OnEveryJdk
    void recordsWhatItDoes(TestJdk jdk) throws Exception {
        Path recording = folder.resolve(jdk.feature() + ".jfr");
        // The remedy joins the recorder after a second, the recorder asks once a second, and the program takes over three.
        Ended ended = Programs.on(jdk)
                .with("-XX:StartFlightRecording=filename=" + recording + ",+dev.slipstream.Naming#enabled=true", "-Xlog:jfr*=off")
                .withAgent("quiet,naming").run(Programs.PACKAGE + "NameLatency", "200");
        assertThat(ended.out()).as("%s", ended).contains("late ");
        Process print = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jfr").toString(), "print", "--events",
                "dev.slipstream.Naming", recording.toString()).redirectErrorStream(true).start();
        String events = new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        print.waitFor();
        assertThat(events).as("%s", ended).contains("dev.slipstream.Naming", "renames = ");
    }
}
