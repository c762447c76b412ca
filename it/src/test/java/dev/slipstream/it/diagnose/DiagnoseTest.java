package dev.slipstream.it.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.it.common.Diagnosing;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of diagnoses of a JVM under load, which stays as it was. One at a time, since a JVM is found by its main class. */
@Execution(ExecutionMode.SAME_THREAD)
class DiagnoseTest {
    private static final String PROGRAM = Programs.PACKAGE + "Renames";

    @TempDir
    private Path folder;

    private Running load(TestJdk jdk, String... options) throws Exception {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Running running = Programs.on(jdk).with("-Djava.io.tmpdir=" + temporary).with(options).start(PROGRAM);
        running.waitUntil("its start", () -> running.out().contains("ready"));
        return running;
    }

    private static String jcmd(Running jvm, String... command) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin/jcmd").toString();
        Process process = new ProcessBuilder(
                Stream.concat(Stream.of(jcmd, Long.toString(jvm.pid())), Stream.of(command)).toList()).redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /**
     * Returns the names of platform threads. Excludes threads of the flight recorder and the attach listener, which stay, and
     * compilers, which come and go.
     */
    private static Set<String> threads(Running jvm) throws IOException, InterruptedException {
        return jcmd(jvm, "Thread.print").lines()
                .filter(line -> line.startsWith("\""))
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .filter(name -> !name.matches("JFR .*|Attach Listener|C[12] CompilerThread\\d+|rename \\d+|G1 .*|GC Thread#\\d+"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void isAsItWas(Running jvm, Set<String> threads) throws IOException, InterruptedException {
        assertThat(jcmd(jvm, "JFR.check")).contains("No available recordings");
        assertThat(left()).allMatch(name -> name.startsWith("renames"));
        assertThat(threads(jvm)).isEqualTo(threads);
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static JsonObject only(Ended ended) {
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        JsonArray all = JsonParser.parseString(ended.out()).getAsJsonObject().getAsJsonArray("diagnoses");
        assertThat(all).as("%s", ended).hasSize(1);
        return all.get(0).getAsJsonObject();
    }

    private static void knowsAllRemedies(JsonObject diagnosis) {
        assertThat(diagnosis.getAsJsonArray("findings"))
                .extracting(finding -> finding.getAsJsonObject().get("remedy").getAsString())
                .containsExactlyInAnyOrderElementsOf(Experiments.remedies());
    }

    @NeedsRights
    @OnEveryJdk
    void byItsNumber(TestJdk jdk) throws Exception {
        try (Running jvm = load(jdk)) {
            Set<String> threads = threads(jvm);
            JsonObject diagnosis = only(Diagnosing.run("--for", "4s", "--json", Long.toString(jvm.pid())));
            JsonObject subject = diagnosis.getAsJsonObject("subject");
            assertThat(subject.get("name").getAsString()).isEqualTo(PROGRAM);
            assertThat(subject.get("pid").getAsLong()).isEqualTo(jvm.pid());
            assertThat(subject.get("feature").getAsInt()).isEqualTo(jdk.feature());
            assertThat(subject.get("processors").getAsInt()).isPositive();
            assertThat(diagnosis.get("seconds").getAsDouble()).isBetween(1.0, 60.0);
            knowsAllRemedies(diagnosis);
            isAsItWas(jvm, threads);
        }
    }

    @Tag("long")
    @OnEveryJdk
    void byItsMainClass(TestJdk jdk) throws Exception {
        try (Running jvm = load(jdk)) {
            Set<String> threads = threads(jvm);
            Path page = folder.resolve("page.html");
            Ended ended = Diagnosing.run("--for", "3s", "--html", page.toString(), PROGRAM);
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).as("%s", ended).startsWith(PROGRAM + ", process " + jvm.pid() + ", JDK " + jdk.feature())
                    .doesNotContain("\u001b");
            assertThat(ended.err()).as("%s", ended).matches("Diagnosing, for 3 s \\.{3}\n(Watching its threads again \\.{3}\n)?"
                    + "(Measuring what a rename costs on this machine, for some seconds \\.{3}\n)?");
            assertThat(page).content().startsWith("<!DOCTYPE html>").contains(PROGRAM);
            isAsItWas(jvm, threads);
        }
    }

    @OnEveryJdk
    void aSignalInTheMiddleLeavesNothing(TestJdk jdk) throws Exception {
        try (Running jvm = load(jdk)) {
            Set<String> threads = threads(jvm);
            for (String signal : List.of("TERM", "INT")) {
                try (Running diagnosis = Diagnosing.start("--for", "60s", Long.toString(jvm.pid()))) {
                    jvm.waitUntil("a recording", () -> !left().stream().allMatch(name -> name.startsWith("renames")));
                    // The first signal comes while the diagnosis begins, the second while it looks.
                    Thread.sleep(signal.equals("TERM") ? 100 : 3_000);
                    assertThat(new ProcessBuilder("sh", "-c", "kill -" + signal + " " + diagnosis.pid()).start().waitFor())
                            .isZero();
                    Ended ended = diagnosis.end();
                    assertThat(ended.exitCode()).as("%s", ended).isEqualTo(signal.equals("TERM") ? 143 : 130);
                    assertThat(ended.out()).as("%s", ended).isEmpty();
                }
                isAsItWas(jvm, threads);
            }
        }
    }

    @Tag("long")
    @OnEveryJdk
    void recordingsOfOthersGoOn(TestJdk jdk) throws Exception {
        try (Running jvm = load(jdk)) {
            jcmd(jvm, "JFR.start", "name=theirs", "settings=default");
            List<String> before = left().stream().filter(name -> !name.startsWith("renames")).toList();
            assertThat(before).hasSize(1);
            only(Diagnosing.run("--for", "2s", "--json", Long.toString(jvm.pid())));
            assertThat(jcmd(jvm, "JFR.check")).contains("name=theirs").doesNotContain("slipstream");
            assertThat(left()).containsAll(before);
            Path theirs = folder.resolve("theirs.jfr");
            jcmd(jvm, "JFR.stop", "name=theirs", "filename=" + theirs);
            JsonObject recorded = only(Diagnosing.run("--json", theirs.toString()));
            assertThat(recorded.getAsJsonObject("subject").get("name").getAsString()).isEqualTo("theirs.jfr");
            assertThat(recorded.getAsJsonObject("subject").get("feature").getAsInt()).isEqualTo(jdk.feature());
            knowsAllRemedies(recorded);
        }
    }

    /** Another diagnosis would create a folder at the same time, hence the lock. */
    @ResourceLock("diagnoses")
    @OnEveryJdk
    void aCommandThatItStarts(TestJdk jdk) throws Exception {
        Set<String> before = temporary();
        Ended ended = Diagnosing.run("--json", "--", jdk.java().toString(), "-cp", Programs.CLASS_PATH, PROGRAM, "4000");
        JsonObject diagnosis = only(ended);
        knowsAllRemedies(diagnosis);
        assertThat(ended.err().lines()).contains("ready", "done");
        assertThat(diagnosis.getAsJsonObject("subject").get("feature").getAsInt()).isEqualTo(jdk.feature());
        assertThat(diagnosis.getAsJsonArray("caveats").toString()).doesNotContain("exit code", "killed");
        assertThat(temporary()).isEqualTo(before);
    }

    @OnEveryJdk
    void aCommandThatTakesTooLong(TestJdk jdk) throws Exception {
        Ended ended = Diagnosing.run("--for", "3s", "--", jdk.java().toString(), "-cp", Programs.CLASS_PATH, PROGRAM);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).startsWith("ready\n").contains("Note: The command was stopped after 3 s.")
                .doesNotContain("Started recording");
    }

    /** All that was recorded until a second before the kill is there. */
    @Tag("long")
    @OnEveryJdk
    void aCommandThatIsKilled(TestJdk jdk) throws Exception {
        Ended ended =
                Diagnosing.run("--json", "--", jdk.java().toString(), "-cp", Programs.CLASS_PATH, PROGRAM, "4000", "killed");
        JsonObject diagnosis = only(ended);
        assertThat(diagnosis.getAsJsonArray("caveats").toString()).contains("The command exited with code 137.",
                "Its JVM was killed");
        knowsAllRemedies(diagnosis);
    }

    private static Set<String> temporary() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("slipstream-diagnose"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void whileItIsWatched() throws Exception {
        try (Running jvm = load(TestJdk.all().getLast())) {
            Ended ended = Diagnosing.run("--watch", "--for", "4s", Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out().split(PROGRAM + ", process", -1)).as("%s", ended).hasSize(3);
        }
    }

    @Test
    void refusesAJvmThatLetsNobodyLook() throws Exception {
        try (Running jvm = load(TestJdk.all().getLast(), "-XX:+DisableAttachMechanism")) {
            Ended ended = Diagnosing.run(Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.said()).containsExactly("slipstream: process " + jvm.pid()
                    + " runs with -XX:+DisableAttachMechanism;"
                    + " record it from its start: " + Tool.typed(TestJdk.current(), "diagnose -- java ..."));
            assertThat(jvm.out()).isEqualTo("ready\n");
        }
    }

    /** After a change of root, the mount table lacks the new root's file system, where the JVM's temporary folder is. */
    @NeedsRights
    @OnEveryJdk
    void whereTheMountTableLacksTheFolder(TestJdk jdk) throws Exception {
        Path root = Files.createDirectories(folder.resolve("root/room")).getParent();
        ForkedJvm elsewhere = Programs.on(jdk).with("-Djava.io.tmpdir=/room").under("unshare", "-rm", "sh", "-ec", """
                for each in /*; do
                  if [ -L "$each" ]; then cp -P "$each" "$0"
                  elif [ -d "$each" ]; then mkdir -p "$0$each" && mount --rbind "$each" "$0$each"; fi
                done
                PATH=$PATH:/usr/sbin:/sbin
                exec chroot "$0" "$@"
                """, root.toString());
        if (elsewhere.isRefused()) {
            return;
        }
        try (Running jvm = elsewhere.start(PROGRAM)) {
            jvm.waitUntil("its start", () -> jvm.out().contains("ready"));
            String pid = Long.toString(jvm.pid());
            Ended ended = Running.start(new ProcessBuilder("nsenter", "--target", pid, "--user", "--preserve-credentials",
                    "--mount",
                    "--root", "env", "-C", "/", TestJdk.current().java().toString(), "--sun-misc-unsafe-memory-access=allow",
                    "-jar", ForkedJvm.JAR.toString(), "diagnose",
                    "--for", "2s", "--json", pid)).end();
            assertThat(only(ended).getAsJsonArray("caveats").toString()).doesNotContain("free space");
        }
    }

    @Test
    void refusesWhereThereIsNoRoom() throws Exception {
        Path none = Files.createDirectory(folder.resolve("none"));
        try (Running jvm = Programs.on(TestJdk.all().getLast()).with("-Djava.io.tmpdir=" + none)
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            Files.delete(none);
            Ended ended = Diagnosing.run(Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.said()).containsExactly(
                    "slipstream: process " + jvm.pid() + " cannot be recorded without danger to it: " + none
                            + " is not a folder");
        }
    }
}
