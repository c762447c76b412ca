package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.common.Tool;
import dev.slipstream.it.program.OtherAgents;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of {@code attach}, {@code status} and {@code detach} as an operator uses them. */
class OperationTest {
    private static final String STAYS = Programs.PACKAGE + "priority.Prioritised";
    private static final String DYNAMIC = "-XX:+EnableDynamicAgentLoading";
    private static final int ATTEMPTS = 5;

    @TempDir
    private Path folder;

    private static Ended attach(Running jvm, String remedies) throws Exception {
        return Tool.run("attach", "--remedies", remedies, Long.toString(jvm.pid()));
    }

    private static String since(Ended ended) {
        return ended.out().lines().filter(line -> line.startsWith("  since ")).findFirst().orElseThrow()
                .replaceAll(", for.*", "");
    }

    @OnEveryJdk
    void aSecondAttachUpdates(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call naming.NameLoad load")).isEqualTo("started");
            Ended first = attach(jvm, "naming,text");
            assertThat(first.exitCode()).as("%s", first).isZero();
            assertThat(first.out()).as("%s", first).contains("naming: active, installed\n", "  option interval=10\n",
                    "text: active, installed\n");

            Ended second = attach(jvm, "naming,buffering");
            assertThat(second.exitCode()).as("%s", second).isZero();
            assertThat(second.out()).as("%s", second).contains("naming: active\n", "buffering: active, installed\n",
                    "text: off, taken back\n");
            assertThat(since(second.out().lines().dropWhile(line -> !line.startsWith("naming"))
                    .reduce("", (a, b) -> a + b + "\n"), second)).isEqualTo(since(first));

            Ended third = attach(jvm, "naming,naming.interval=20,buffering");
            assertThat(third.exitCode()).as("%s", third).isZero();
            assertThat(third.out()).as("%s", third).contains("naming: active, now naming.interval=20 in place of 10\n",
                    "  option interval=20\n", "buffering: active\n");
            assertThat(jvm.ask("call naming.NameLoad check")).isEqualTo("right");

            Ended detached = Tool.run("detach", Long.toString(jvm.pid()));
            assertThat(detached.exitCode()).as("%s", detached).isZero();
            assertThat(detached.out()).as("%s", detached).contains("naming: off, taken back\n", "buffering: off, taken back\n");
            assertThat(jvm.ask("call naming.NameLoad check")).isEqualTo("right");
            assertThat(jvm.err()).contains("slipstream: naming active, now naming.interval=20 in place of 10");
        }
    }

    /** JDK 21 and later print a warning when an agent is loaded; {@code status} loads none. */
    @OnEveryJdk
    @OnStockOnly("a baked engine always has a status")
    void statusMakesTheJvmSayNothing(TestJdk jdk) throws Exception {
        try (Running with = Programs.on(jdk).withAgent("naming,quiet").start(Programs.CONSOLE);
                Running without = Programs.on(jdk).start(Programs.CONSOLE)) {
            assertThat(with.ask("threads")).contains("slipstream-naming");
            assertThat(without.ask("threads")).isEmpty();
            String there = Long.toString(with.pid());
            // The engine publishes its status a second after the start.
            with.waitUntil("the status", () -> Tool.run("status", there).exitCode() == 0);
            assertThat(Tool.run("status", there).out())
                    .startsWith(Programs.CONSOLE + ", process " + there + ", JDK " + jdk.feature())
                    .contains(": 1 of 6 active: naming\nnaming: active");
            assertThat(Tool.run("status", "--json", there).out()).contains("\"active\": [\n    \"naming\"\n  ]",
                    "\"interval\": \"10\"", "\"renames\": 0");
            Ended none = Tool.run("status", Long.toString(without.pid()));
            assertThat(none.exitCode()).as("%s", none).isEqualTo(3);
            assertThat(none.err()).contains("does not run Slipstream");
            assertThat(with.err()).isEmpty();
            assertThat(without.err()).isEmpty();
        }
    }

    @OnEveryJdk
    @OnStockOnly("a baked engine always has a status")
    void statusWaitsForAJvmThatStartsOtherAgentsFirst(TestJdk jdk) throws Exception {
        Path slow = Scratch.agentJar(OtherAgents.StartsSlowly.class, folder);
        try (Running jvm = Programs.on(jdk).with("-javaagent:" + slow).withAgent("naming,quiet").start(Programs.CONSOLE)) {
            jvm.waitUntil("the other agent", () -> jvm.out().contains("starts slowly"));
            Ended status = Tool.run("status", Long.toString(jvm.pid()));
            assertThat(status.exitCode()).as("%s", status).isZero();
            assertThat(status.out()).as("%s", status).contains("naming: active");
        }
    }

    @OnEveryJdk
    void statusWatchesUntilTheJvmEnds(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).start(Programs.CONSOLE)) {
            assertThat(attach(jvm, "naming,quiet").exitCode()).isZero();
            try (Running watch = Tool.start("status", "--watch", Long.toString(jvm.pid()))) {
                watch.waitUntil("the status", () -> watch.out().contains("naming: active"));
                jvm.signal("KILL");
                Ended ended = watch.end();
                assertThat(ended.exitCode()).as("%s", ended).isZero();
                assertThat(ended.out()).as("%s", ended).endsWith("\nprocess " + jvm.pid() + " has ended\n");
            }
        }
    }

    private static String since(String ofNaming, Ended ended) {
        return since(new Ended(ended.command(), ended.exitCode(), ofNaming, ended.err()));
    }

    @OnEveryJdk
    void whatCannotBeDoneLeavesWhatIsActive(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(attach(jvm, "naming,quiet").exitCode()).isZero();
            String before = jvm.err();

            Ended bad = attach(jvm, "text,naming,naming.interval=x,quiet");
            assertThat(bad.exitCode()).as("%s", bad).isEqualTo(2);
            assertThat(bad.out()).as("%s", bad).isEmpty();
            assertThat(bad.err()).as("%s", bad)
                    .isEqualTo("slipstream: nothing was changed: naming.interval=x is no number from 1 to 10000\n");
            Ended status = Tool.run("status", Long.toString(jvm.pid()));
            // The request before was the last that reached the agent.
            assertThat(status.out()).as("%s", status).contains("naming: active, installed\n", "  option interval=10\n",
                    "text: off\n");

            Ended unknown = attach(jvm, "namign");
            assertThat(unknown.exitCode()).as("%s", unknown).isEqualTo(2);
            assertThat(unknown.out()).as("%s", unknown).isEmpty();
            assertThat(unknown.err().lines()).as("%s", unknown).singleElement().asString()
                    .isEqualTo("slipstream: nothing was changed: 'namign' is not known; did you mean naming?");
            assertThat(jvm.err()).isEqualTo(before);
            assertThat(jvm.ask("threads")).isEqualTo("slipstream-naming");
        }
    }

    @OnEveryJdk
    void isKnownByWhatItRuns(TestJdk jdk) throws Exception {
        String mark = "mark" + System.nanoTime();
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).start(STAYS, mark);
                Running other = Programs.on(jdk).with(DYNAMIC).start(STAYS, mark + " more")) {
            jvm.waitUntil("its start", () -> isReady(jvm) && isReady(other));
            Ended ended = Tool.run("attach", "--remedies", "naming,quiet", STAYS + " " + mark);
            // The name also matches the other JVM, whose first argument begins with it.
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
            assertThat(ended.err()).as("%s", ended).contains("several JVMs match", Long.toString(jvm.pid()),
                    Long.toString(other.pid()));
            Ended one = Tool.run("attach", "--remedies", "naming,quiet", STAYS + " " + mark + " more");
            assertThat(one.exitCode()).as("%s", one).isZero();
            Ended none = Tool.run("status", "Nobody" + mark);
            assertThat(none.exitCode()).as("%s", none).isEqualTo(3);
            assertThat(none.err().lines()).as("%s", none).singleElement().asString()
                    .contains("no running JVM of this user matches 'Nobody" + mark + "'; running: ");
        }
    }

    private static boolean isReady(Running jvm) throws IOException {
        return jvm.out().contains("ready");
    }

    private static void refuses(ForkedJvm target, String... why) throws Exception {
        try (Running jvm = target.start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            String out = jvm.out();
            String err = jvm.err();
            for (Ended ended : List.of(attach(jvm, "naming"), Tool.run("attach", "--dry-run", Long.toString(jvm.pid())))) {
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
                assertThat(ended.out()).as("%s", ended).isEmpty();
                assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().contains(why);
            }
            assertThat(jvm.err()).isEqualTo(err);
            assertThat(jvm.out()).isEqualTo(out);
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(Path.of("/proc/" + jvm.pid() + "/maps")).content().doesNotContain("libinstrument");
        }
    }

    @OnEveryJdk
    void refusesWhereNoAgentMayBeLoaded(TestJdk jdk) throws Exception {
        refuses(Programs.on(jdk).with("-XX:-EnableDynamicAgentLoading"),
                "runs with -XX:-EnableDynamicAgentLoading; start it with",
                "-javaagent:");
    }

    @OnEveryJdk
    void refusesWhereTheJvmTakesNoPart(TestJdk jdk) throws Exception {
        refuses(Programs.on(jdk).with("-XX:+DisableAttachMechanism"), "runs with -XX:+DisableAttachMechanism", "-javaagent:");
        refuses(Programs.on(jdk).with("-XX:+DisableAttachMechanism", "-XX:-UsePerfData"),
                "runs with -XX:+DisableAttachMechanism");
    }

    /** A JDK that {@code tools/jdks} unpacks brings its own libc, by changes of its programs that jlink does not know of. */
    private static void copyPrograms(Path home, Path image) throws IOException {
        for (String folder : List.of("bin", "lib")) {
            try (Stream<Path> files = Files.walk(image.resolve(folder))) {
                for (Path file : files.filter(Files::isRegularFile).filter(each -> !each.endsWith("modules")).toList()) {
                    Path own = home.resolve(image.relativize(file));
                    if (Files.isRegularFile(own)) {
                        Files.copy(own, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
                    }
                }
            }
        }
    }

    @Test
    void refusesAnImageWithoutTheModule() throws Exception {
        Path image = folder.resolve("image");
        Path home = Path.of(System.getProperty("java.home"));
        Process process = new ProcessBuilder(home.resolve("bin/jlink").toString(), "--add-modules",
                "java.base,java.management,jdk.management,jdk.unsupported", "--output", image.toString()).inheritIO().start();
        assertThat(process.waitFor()).isZero();
        copyPrograms(home, image);
        try (Running jvm = Programs.on(new TestJdk(Runtime.version().feature(), image)).start(STAYS)) {
            jvm.waitUntil("its start", () -> isReady(jvm));
            for (Ended ended : List.of(attach(jvm, "naming"), Tool.run("attach", "--dry-run", Long.toString(jvm.pid())))) {
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
                assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                        .contains("its JDK lacks the module java.instrument");
            }
            assertThat(jvm.err()).isEmpty();
        }
    }

    @Test
    void doesNotTouchWhatIsNoJvm() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        try {
            Ended ended = Tool.run("attach", Long.toString(sleeper.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.err()).isEqualTo("slipstream: process " + sleeper.pid() + " is not an OpenJDK JVM\n");
            assertThat(sleeper.isAlive()).isTrue();
        } finally {
            sleeper.destroyForcibly().waitFor();
        }
        Ended gone = Tool.run("status", Long.toString(sleeper.pid()));
        assertThat(gone.exitCode()).as("%s", gone).isEqualTo(3);
        assertThat(gone.err()).isEqualTo("slipstream: process " + sleeper.pid()
                + " does not exist; " + Tool.typed(TestJdk.current(), "ps") + " lists the running JVMs\n");
    }

    /** Whether the answer comes before the end is a matter of milliseconds: it does in one of a few attempts. */
    @OnEveryJdk(from = 21)
    void anApplicationMayEndBecauseItIsCured(TestJdk jdk) throws Exception {
        int exitCode = -1;
        for (int attempt = 0; attempt < ATTEMPTS && exitCode != 0; attempt++) {
            try (Running jvm = Programs.on(jdk).with(DYNAMIC, "-Djdk.virtualThreadScheduler.parallelism=2",
                    "-Djdk.reflect.useNativeAccessorOnly=true").start(Programs.PACKAGE + "pinning.Relapses", "1")) {
                jvm.waitUntil("the hang", () -> jvm.out().contains("hangs"));
                Ended ended = attach(jvm, "pinning,quiet");
                exitCode = ended.exitCode();
                if (exitCode == 0) {
                    assertThat(ended.out()).as("%s", ended).contains("pinning: active, installed\n");
                    // It may still be about to end.
                    assertThat(ended.err()).as("%s", ended)
                            .isIn("slipstream: process " + jvm.pid() + " has ended since; why is unknown\n", "");
                } else {
                    endedBefore(jvm, ended);
                }
                assertThat(jvm.end().out()).isEqualTo("hangs\nround 1\n");
            }
        }
        assertThat(exitCode).isZero();
    }

    private static void endedBefore(Running jvm, Ended ended) {
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.out()).as("%s", ended).isEmpty();
        assertThat(ended.err()).as("%s", ended).isEqualTo("slipstream: process " + jvm.pid()
                + " ended before it answered; why it ended, and whether remedies were active, is unknown\n");
    }

    @OnEveryJdk
    void anApplicationMayEndBeforeItAnswers(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).start(Programs.PACKAGE + "EndsWhileAttached")) {
            jvm.waitUntil("its start", () -> isReady(jvm));
            endedBefore(jvm, attach(jvm, "naming,quiet"));
        }
    }

    @OnEveryJdk
    @OnStockOnly("the engine is that of the baked JDK")
    void saysThatAnotherBuildIsThere(TestJdk jdk) throws Exception {
        Path other = otherBuild(folder.resolve("other.jar"));
        try (Running jvm = Programs.on(jdk).agentAt(other).withAgent("quiet,naming").with(DYNAMIC).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).contains("slipstream-naming");
            Ended ended = attach(jvm, "naming,naming.interval=20,quiet");
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                    .startsWith("slipstream: this JVM has loaded agent build 0.0.9 other and keeps it until it exits; ");
            assertThat(ended.out()).as("%s", ended).contains("naming: active, now naming.interval=20 in place of 10\n");
            jvm.request("!something");
            assertThat(jvm.status().getProperty("dev.slipstream.naming.state")).isEqualTo("active");
            assertThat(jvm.err()).isEmpty();
        }
    }

    private static Path otherBuild(Path jar) throws IOException {
        try (ZipFile from = new ZipFile(ForkedJvm.JAR.toFile());
                OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream to = new ZipOutputStream(out)) {
            for (ZipEntry entry : from.stream().toList()) {
                if (!entry.getName().startsWith("META-INF/slipstream/cli")) {
                    to.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream in = from.getInputStream(entry)) {
                        boolean build = entry.getName().endsWith("/engine/build");
                        to.write(build ? "0.0.9 other".getBytes(StandardCharsets.UTF_8) : in.readAllBytes());
                    }
                }
            }
        }
        return jar;
    }

    @OnEveryJdk
    @OnStockOnly("the engine is that of the baked JDK")
    void aCommandRunsWithTheAgentAndEndsAsItself(TestJdk jdk) throws Exception {
        Ended ended = Tool.run("run", "--remedies", "naming", "--", jdk.java().toString(), "-cp", Programs.CLASS_PATH,
                Programs.PACKAGE + "ExitsWithSeven", "one");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
        assertThat(ended.out()).as("%s", ended).startsWith("begins with 1 arguments\n").endsWith("ends\n");
        assertThat(ended.err()).as("%s", ended).isEqualTo("slipstream: naming active\n");
    }

    @OnEveryJdk
    @OnStockOnly("a baked JDK has another state")
    void theListHasTheStateOfSlipstream(TestJdk jdk) throws Exception {
        try (Running with = Programs.on(jdk).with(DYNAMIC).withAgent("naming,quiet").start(Programs.CONSOLE);
                Running without = Programs.on(jdk).start(Programs.CONSOLE)) {
            assertThat(with.ask("threads")).contains("slipstream-naming");
            assertThat(without.ask("threads")).isEmpty();
            // Nothing has asked the JVM yet, so its threads tell.
            assertThat(listed(with)).contains("\"slipstream\": \"agent\"", "\"attach\": true").doesNotContain("\"active\"");
            assertThat(listed(without)).contains("\"slipstream\": \"none\"");
            with.waitUntil("the status", () -> Tool.run("status", Long.toString(with.pid())).exitCode() == 0);
            assertThat(listed(with)).containsPattern("\"active\": \\[\\s+\"naming\"\\s+]");
            assertThat(without.err()).isEmpty();
        }
    }

    /** Returns what {@code ps} says of a JVM. */
    private static String listed(Running jvm) throws Exception {
        Ended ended = Tool.run("ps", "--json");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        String id = "\"pid\": " + jvm.pid() + ",";
        return Stream.of(ended.out().split("(?m)^  },?$")).filter(each -> each.contains(id)).findFirst().orElseThrow();
    }

    @Test
    void aCommandThatCannotBeRunEndsAsInAShell() throws Exception {
        Ended missing = Tool.run("run", "--", "nosuchprogram", "-v");
        assertThat(missing.exitCode()).as("%s", missing).isEqualTo(127);
        assertThat(missing.err()).as("%s", missing).isEqualTo("slipstream: nosuchprogram is not on the PATH\n");
        Ended forbidden = Tool.run("run", "--", "/etc/passwd");
        assertThat(forbidden.exitCode()).as("%s", forbidden).isEqualTo(126);
        assertThat(forbidden.err()).as("%s", forbidden)
                .isEqualTo("slipstream: /etc/passwd cannot be started: Permission denied\n");
    }

    @OnEveryJdk
    void whatCannotBeWrittenIsAFailure(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).start(Programs.CONSOLE)) {
            assertThat(attach(jvm, "naming,quiet").exitCode()).isZero();
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-jar",
                    ForkedJvm.JAR.toString(), "status", Long.toString(jvm.pid())).redirectOutput(Path.of("/dev/full").toFile())
                    .start();
            String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isEqualTo(1);
            assertThat(said).contains("slipstream: could not write all output to standard output");
        }
    }

    @OnEveryJdk
    void optionsThatAreTooLongAreRefused(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).start(Programs.CONSOLE)) {
            Ended ended = attach(jvm, "naming" + ",quiet".repeat(300));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
            assertThat(ended.err()).as("%s", ended).startsWith("slipstream: the request has 1");
            assertThat(jvm.ask("threads")).isEmpty();
        }
    }
}
