package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Container;
import dev.slipstream.it.common.Diagnosing;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Refusal;
import dev.slipstream.testkit.Rights;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test that the command line trusts nothing that a JVM says of itself, least of all with more rights than that JVM has. */
class TrustTest {
    private static final int NOBODY = 65_534;

    @TempDir
    private Path folder;

    /** Any code in a JVM may set the property that names the recorder's folder. If the JVM is killed, only the recorder's is removed. */
    @OnEveryJdk
    void aFolderThatIsNotTheRecordersIsLeftAlone(TestJdk jdk) throws Exception {
        Path others = Files.createDirectory(folder.resolve("others"));
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (Running jvm = Programs.on(jdk).with("-Djava.io.tmpdir=" + temporary)
                .start(Programs.PACKAGE + "MovesItsRecorder", others.toString())) {
            jvm.waitUntil("its start", () -> jvm.out().endsWith("\n"));
            Path precious = Path.of(jvm.out().strip());
            String before = permissions(precious.getParent());
            try (Running diagnosis = Diagnosing.start("--for", "1m", Long.toString(jvm.pid()))) {
                diagnosis.waitUntil("a recording", () -> isRecorded(jvm, temporary));
                ProcessHandle.of(jvm.pid()).orElseThrow().destroyForcibly();
                assertThat(diagnosis.end().err()).doesNotContain("cannot be recorded");
            }
            assertThat(precious).exists();
            assertThat(permissions(precious.getParent())).isEqualTo(before);
            assertThat(files(temporary)).noneMatch(name -> name.endsWith("_" + jvm.pid()));
        }
    }

    /** Returns whether a diagnosis has located the recorder's folder, which it then makes private. */
    private static boolean isRecorded(Running jvm, Path temporary) throws IOException {
        for (String name : files(temporary)) {
            if (name.endsWith("_" + jvm.pid()) && permissions(temporary.resolve(name)).equals("rwx------")) {
                return true;
            }
        }
        return false;
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** Only the superuser may look at the JVMs of other users. */
    @NeedsRights
    @OnEveryJdk
    void aJvmOfAnotherUser(TestJdk jdk) throws Exception {
        if (areOthersRefused()) {
            return;
        }
        Path temporary = nobodys("tmp");
        try (Running jvm =
                Programs.on(jdk).under(Rights.asUser(NOBODY)).with("-Djava.io.tmpdir=" + temporary).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Ended ended = Diagnosing.run("--for", "2s", Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(files(temporary)).noneMatch(name -> name.contains("slipstream"));
        }
    }

    /** A dry run reads files at the path of a JDK that the JVM names. */
    @NeedsRights
    @OnEveryJdk
    void aDryRunReadsNoJdkOfAnotherUser(TestJdk jdk) throws Exception {
        if (areOthersRefused()) {
            return;
        }
        try (Running jvm = Programs.on(jdk).under(Rights.asUser(NOBODY)).with("-Djava.io.tmpdir=" + nobodys("tmp"))
                .start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Ended ended = Tool.run("attach", "--dry-run", Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.out()).as("%s", ended).isEmpty();
            assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                    .contains("run it as the user of process " + jvm.pid());
        }
    }

    /** By swapping the folder for a link, a user could make the superuser write anywhere. */
    @NeedsRights
    @OnEveryJdk
    void aLinkOfAnotherUserIsNotFollowed(TestJdk jdk) throws Exception {
        if (areOthersRefused()) {
            return;
        }
        Path victim = nobodys("victim");
        Path temporary = Files.createSymbolicLink(folder.resolve("link"), victim);
        try (Running jvm =
                Programs.on(jdk).under(Rights.asUser(NOBODY)).with("-Djava.io.tmpdir=" + temporary).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Ended ended = Diagnosing.run("--for", "2s", Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.err()).as("%s", ended).contains("without following links");
        }
        assertThat(files(victim)).isEmpty();
    }

    /** A JVM of the superuser that was killed leaves its socket, and a JVM of another user gets its process id. */
    @NeedsRights
    @OnEveryJdk
    @OnStockOnly("a baked engine always has a status")
    void aSocketOfAnotherUserIsNamed(TestJdk jdk) throws Exception {
        if (areOthersRefused()) {
            return;
        }
        try (Running jvm = Programs.on(jdk).under(Rights.asUser(NOBODY)).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Path socket = Files.createFile(Path.of("/tmp/.java_pid" + jvm.pid()));
            for (String command : List.of("status", "attach", "diagnose")) {
                Ended ended = Tool.run(command, Long.toString(jvm.pid()));
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
                assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                        .contains(socket + " belongs to another user", "remove it");
            }
            Files.delete(socket);
            Ended ended = Tool.run("status", Long.toString(jvm.pid()));
            assertThat(ended.err()).as("%s", ended).contains("does not run Slipstream");
        }
    }

    /**
     * Returns whether this process may not look at JVMs of other users, and asserts that the command line says why: only root may, and
     * only with a capability that a container's root lacks by default.
     */
    private static boolean areOthersRefused() throws Exception {
        if (Rights.areRoots() && Rights.SYS_PTRACE.isOurs()) {
            return false;
        }
        ForkedJvm others = Programs.on(TestJdk.current()).under(Rights.asUser(NOBODY));
        if (Rights.owner(Path.of("/proc/1")) != Rights.owner(Path.of("/proc/self"))) {
            isRefused(1, "run slipstream as that user or as root");
        } else if (!others.isRefused()) {
            try (Running jvm = others.start(Programs.CONSOLE)) {
                jvm.ask("threads");
                isRefused(jvm.pid(), "CAP_SYS_PTRACE, which this process lacks; run slipstream as that user");
            }
        }
        Refusal.report("processes of other users");
        return true;
    }

    private static void isRefused(long pid, String advice) throws Exception {
        for (String command : List.of("status", "attach", "diagnose")) {
            Ended ended = Tool.run(command, Long.toString(pid));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().contains("belongs to another user",
                    advice);
        }
    }

    private Path nobodys(String name) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path made = Files.createDirectory(folder.resolve(name));
        Files.setAttribute(made, "unix:uid", NOBODY);
        return made;
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @OnEveryJdk
    void aJvmThatIsStoppedGetsNoSignal(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            jvm.signal("STOP");
            for (String command : List.of("status", "attach", "detach", "diagnose")) {
                Ended ended = Tool.run(command, Long.toString(jvm.pid()));
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
                assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().contains("is stopped");
            }
            jvm.signal("CONT");
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(jvm.out()).doesNotContain("Full thread dump");
        }
    }

    /** The container has temporary files of its own. It gets the jar for the moment of the load. */
    @NeedsRights
    @OnEveryJdk
    @OnStockOnly("a baked engine always has a status")
    void aContainerGetsTheJarAndKeepsNoFile(TestJdk jdk) throws Exception {
        ForkedJvm contained = Container.on(jdk, Container.MOUNTS, folder.resolve("tmp"));
        if (contained.isRefused()) {
            return;
        }
        try (Running jvm = contained.with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            jvm.ask("threads");
            goesTheWholeWay(jvm, Long.toString(jvm.pid()));
        }
    }

    /** There the JVM has another process id, that of the first process. */
    @NeedsRights
    @Tag("long")
    @OnEveryJdk
    @OnStockOnly("a baked engine always has a status")
    void aContainerWithProcessesOfItsOwn(TestJdk jdk) throws Exception {
        ForkedJvm contained = Container.on(jdk, Container.PROCESSES, folder.resolve("tmp"));
        if (contained.isRefused()) {
            return;
        }
        try (Running unshare = contained.with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            unshare.ask("threads");
            goesTheWholeWay(unshare, Long.toString(Container.first(unshare)));
        }
    }

    /** The copy of the jar is gone, and the outcome is told. The JVM is stopped meanwhile, so that Ctrl-C comes in time. */
    @NeedsRights
    @Test
    void ctrlCLeavesNoJar() throws Exception {
        Path temporary = folder.resolve("tmp");
        ForkedJvm contained = Container.on(TestJdk.all().getLast(), Container.MOUNTS, temporary);
        if (contained.isRefused()) {
            return;
        }
        try (Running jvm = contained.with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            jvm.ask("threads");
            try (Running attach = Tool.start("attach", "--remedies", "naming", Long.toString(jvm.pid()))) {
                attach.waitUntil("a copy of the jar", () -> files(temporary).stream().anyMatch(name -> name.endsWith(".jar")));
                jvm.signal("STOP");
                attach.signal("INT");
                assertThat(attach.endsWithin(1)).isFalse();
                jvm.signal("CONT");
                Ended ended = attach.end();
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(130);
                assertThat(ended.out()).as("%s", ended).contains("1 of 6 active: naming\n");
            }
            assertThat(files(temporary)).noneMatch(name -> name.endsWith(".jar"));
        }
    }

    /** As {@code kubectl debug --target} makes one: the processes are the JVM's, the files are others. */
    @NeedsRights
    @OnEveryJdk
    @OnStockOnly("a baked engine always has a status")
    void fromADebugContainer(TestJdk jdk) throws Exception {
        ForkedJvm contained = Container.on(jdk, Container.PROCESSES, folder.resolve("tmp"));
        if (contained.isRefused()) {
            return;
        }
        try (Running unshare = contained.with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            unshare.ask("threads");
            List<String> tool = Container.beside(Container.first(unshare), folder.resolve("other"), jdk.java().toString(), "-jar",
                    ForkedJvm.JAR.toString());
            goesTheWholeWay(unshare, folder.resolve("tmp"), "1", tool);
        }
    }

    private void goesTheWholeWay(Running jvm, String pid) throws Exception {
        goesTheWholeWay(jvm, folder.resolve("tmp"), pid,
                List.of(TestJdk.current().java().toString(), "-jar", ForkedJvm.JAR.toString()));
    }

    private static void goesTheWholeWay(Running jvm, Path temporary, String pid, List<String> tool) throws Exception {
        for (String command : List.of("attach --remedies naming", "status", "diagnose --for 2s", "detach")) {
            List<String> words = new ArrayList<>(tool);
            words.addAll(List.of((command + " " + pid).split(" ")));
            Ended ended = Running.start(new ProcessBuilder(words)).end();
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(files(temporary)).noneMatch(name -> name.endsWith(".jar") || name.startsWith(".attach"));
            if (!command.startsWith("diagnose")) {
                assertThat(jvm.ask("threads")).isEqualTo(command.equals("detach") ? "" : "slipstream-naming");
            }
        }
        List<String> ps = new ArrayList<>(tool);
        ps.add("ps");
        assertThat(Running.start(new ProcessBuilder(ps)).end().out()).containsPattern("(?m)^ *" + pid + " +Console ");
    }

    /** The link's target is another file there. */
    @NeedsRights
    @OnEveryJdk
    @OnStockOnly("the baked copies are below the folder for temporary files")
    void aLinkToTemporaryFilesInAContainerIsNotFollowed(TestJdk jdk) throws Exception {
        Path root = Files.createDirectories(folder.resolve("root/elsewhere")).getParent();
        ForkedJvm contained = Programs.on(jdk).under("unshare", "-rm", "sh", "-ec", """
                for each in /*; do
                  if [ "$each" = /tmp ]; then ln -sfn /elsewhere "$0/tmp"
                  elif [ -L "$each" ]; then cp -P "$each" "$0"
                  elif [ -d "$each" ]; then mkdir -p "$0$each" && mount --rbind "$each" "$0$each"; fi
                done
                PATH=$PATH:/usr/sbin:/sbin
                exec chroot "$0" "$@"
                """, root.toString());
        if (contained.isRefused()) {
            return;
        }
        try (Running jvm = contained.start(Programs.CONSOLE)) {
            jvm.ask("threads");
            for (String command : List.of("attach", "status", "diagnose")) {
                Ended ended = Tool.run(command, Long.toString(jvm.pid()));
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
                assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().contains("its /tmp is a link");
            }
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(jvm.out()).doesNotContain("Full thread dump");
        }
    }

    /** In the container, the link would lead elsewhere than on the host. */
    @NeedsRights
    @Tag("long")
    @OnEveryJdk
    void aLinkInAContainerIsNotFollowed(TestJdk jdk) throws Exception {
        Path victim = Files.createDirectory(folder.resolve("victim"));
        Path temporary = Files.createSymbolicLink(folder.resolve("link"), victim);
        ForkedJvm contained = Programs.on(jdk).under("unshare", "-rm").with("-Djava.io.tmpdir=" + temporary);
        if (contained.isRefused()) {
            return;
        }
        try (Running jvm = contained.start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Ended ended = Diagnosing.run("--for", "2s", Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.err()).as("%s", ended).contains("without following links");
        }
        assertThat(files(victim)).isEmpty();
    }

    /** A jar planted by another user, with the right name and size, would run with the operator's rights. */
    @Test
    void whatWasUnpackedIsCheckedByItsHash() throws Exception {
        assertThat(status().exitCode()).isEqualTo(3);
        Path planted;
        try (Stream<Path> all = Files.walk(folder)) {
            planted = all.filter(file -> file.getFileName().toString().startsWith("picocli")).findFirst().orElseThrow();
        }
        byte[] right = Files.readAllBytes(planted);
        byte[] wrong = right.clone();
        wrong[wrong.length / 2]++;
        Files.write(planted, wrong);
        assertThat(status().exitCode()).isEqualTo(3);
        assertThat(Files.readAllBytes(planted)).isEqualTo(right);
    }

    @Test
    void aFolderThatOthersWriteToIsNotUsed() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Ended ended = status();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).as("%s", ended).startsWith("slipstream: others may write to " + folder);
        assertThat(files(folder)).isEmpty();
    }

    /** The superuser may run with the environment of a user, who could replace what is there. */
    @NeedsRights
    @Test
    void aFolderOfAnotherUserIsNotUsed() throws Exception {
        if (!Rights.areRoots()) {
            assertThat(areOthersRefused()).isTrue();
            return;
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setAttribute(folder, "unix:uid", NOBODY);
        Ended ended = status();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).as("%s", ended).startsWith("slipstream: others may write to " + folder);
        assertThat(files(folder)).isEmpty();
    }

    /** Any user can put a file beside a jar that is in a folder for temporary files. */
    @NeedsRights
    @Test
    void aLabOfAnotherUserIsNotUsed() throws Exception {
        if (!Rights.areRoots()) {
            assertThat(areOthersRefused()).isTrue();
            return;
        }
        Path jar = Files.copy(ForkedJvm.JAR, folder.resolve("slipstream.jar"));
        Path lab = Files.copy(ForkedJvm.JAR.resolveSibling("slipstream-lab.jar"), folder.resolve("slipstream-lab.jar"));
        List<String> prove = List.of(TestJdk.current().java().toString(), "-jar", jar.toString(), "prove", "pining");
        assertThat(Running.start(new ProcessBuilder(prove)).end().err()).contains("did you mean pinning?");
        Files.setAttribute(lab, "unix:uid", NOBODY);
        assertThat(Running.start(new ProcessBuilder(prove)).end().err()).contains("prove needs slipstream-lab.jar");
    }

    /** A service whose temporary folder is full, or for reading only, needs its operator. */
    @Test
    void theFolderForTemporaryFilesIsNotNeeded() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Ended ended = status("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + folder.resolve("none"));
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).as("%s", ended).doesNotContain("unpack");
    }

    /** A disk that becomes full, which a limit of the size of files stands for, keeps no half of a jar. */
    @Test
    void halfAJarIsTakenAway() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Ended ended = status("bash", "-c", "ulimit -f 500; exec \"$@\"", "bash");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).as("%s", ended).contains("slipstream: cannot unpack the command line: into " + folder);
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.map(Path::toString)).anyMatch(name -> name.endsWith(".jar")).noneMatch(name -> name.endsWith(".tmp"));
        }
    }

    /** Runs {@code status} for a process that does not exist. */
    private Ended status(String... under) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin/java");
        Path err = Files.createTempFile("status", ".txt");
        List<String> command = new ArrayList<>(List.of(under));
        command.addAll(List.of(java.toString(), "-jar", ForkedJvm.JAR.toString(), "status", "none of this name"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().put("XDG_CACHE_HOME", folder.toString());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        process.waitFor();
        Ended ended = new Ended("status", process.exitValue(), "", Files.readString(err));
        Files.delete(err);
        return ended;
    }
}
