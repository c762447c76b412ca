package dev.slipstream.it.bake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of where {@code bake} and the command line write, and of what stays there. */
@OnStockOnly("makes the baked JDKs")
class BakePathsTest {
    private static final String JAVA = TestJdk.current().java().toString();
    private static final String STOCK = TestJdk.current().home().toString();

    @TempDir
    private Path folder;

    private static Ended run(Object... command) throws IOException, InterruptedException {
        return Running.start(new ProcessBuilder(Stream.of(command).map(Object::toString).toList())).end();
    }

    private List<String> names(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aLinkIntoTheSourceIsRefused() throws Exception {
        Path home = Files.createDirectories(folder.resolve("jdk/lib")).getParent();
        Files.createSymbolicLink(home.resolve("lib/modules"), TestJdk.current().home().resolve("lib/modules"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), home);
        for (Path output : List.of(link.resolve("baked"), link.resolve("new/baked"), home.resolve("baked"),
                link.resolve("lib/../baked"))) {
            Ended ended = Tool.run("bake", "--jdk", home.toString(), "--output", output.toString());
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
            assertThat(ended.err()).as("%s", ended).contains(" is inside the JDK to copy; name another folder").hasLineCount(1);
        }
        assertThat(names(home)).containsExactly("lib");
    }

    /** A mount shows a folder at another path. */
    @NeedsRights
    @Test
    void mountsAreRefusedBeforeTheWork() throws Exception {
        Path mount = Files.createDirectory(folder.resolve("mount"));
        String bake = JAVA + " -jar " + ForkedJvm.JAR + " bake --jdk " + STOCK + " --output ";
        if (run("unshare", "-rm", "true").exitCode() != 0) {
            assertThat(run("unshare", "-rm", "true").err()).contains("unshare");
            return;
        }
        Ended there = run("unshare", "-rm", "bash", "-c", "mount -t tmpfs none " + mount + " && " + bake + mount);
        assertThat(there.exitCode()).as("%s", there).isEqualTo(2);
        assertThat(there.err()).as("%s", there).doesNotContain("Copying").contains(mount + " cannot be replaced ",
                "if it is a mount point, name a folder in it, such as " + mount + "/jdk").hasLineCount(1);
        Ended inside = run("unshare", "-rm", "bash", "-c",
                "mount --bind " + Path.of(STOCK).toRealPath().resolve("lib") + " " + mount + " && " + bake + mount
                        + "/baked");
        assertThat(inside.exitCode()).as("%s", inside).isEqualTo(2);
        assertThat(inside.err()).as("%s", inside).contains(" is inside the JDK to copy; name another folder").hasLineCount(1);
        assertThat(mount).isEmptyDirectory();
    }

    /** Also without a temporary folder, and into a folder that is there and empty. */
    @Test
    void whatAKilledBakeLeavesIsRemovedByTheNext() throws Exception {
        Path parent = Files.createDirectory(folder.resolve("parent"));
        Path out = Files.createDirectory(parent.resolve("out"));
        try (Running killed = Tool.start("bake", "--jdk", STOCK, "--output", parent.resolve("first").toString());
                Running stopped = Tool.start("bake", "--jdk", STOCK, "--output", parent.resolve("second").toString())) {
            killed.waitUntil("the copy", () -> killed.err().contains("Copying"));
            stopped.waitUntil("the copy", () -> stopped.err().contains("Copying"));
            stopped.signal("STOP");
            killed.signal("KILL");
            killed.endsWithin(Running.DEADLINE_SECONDS);
            assertThat(names(parent)).filteredOn(name -> name.startsWith(".slipstream-bake-")).hasSize(2);
            Ended next = run(JAVA, "-Djava.io.tmpdir=" + folder.resolve("missing"), "-XX:TieredStopAtLevel=1", "-jar",
                    ForkedJvm.JAR, "bake", "--jdk",
                    STOCK, "--output", out);
            assertThat(next.exitCode()).as("%s", next).isZero();
            assertThat(next.err()).as("%s", next).containsOnlyOnce("Removed ")
                    .contains(", which a bake that was killed had left.\n");
            assertThat(names(parent)).hasSize(2).contains("out").anyMatch(name -> name.startsWith(".slipstream-bake-"));
            stopped.signal("TERM");
            stopped.signal("CONT");
            stopped.end();
        }
        assertThat(names(parent)).containsExactly("out");
    }

    /** Runs a command that only unpacks the command line. */
    private Ended unpack(Map<String, String> environment, String... before) throws IOException, InterruptedException {
        List<String> command = Stream.of(Stream.of(before), Stream.of("-jar", ForkedJvm.JAR.toString(), "--version"))
                .flatMap(each -> each).toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(Files.createDirectories(folder.resolve("here")).toFile());
        builder.environment().keySet().removeAll(List.of("XDG_CACHE_HOME", "HOME"));
        builder.environment().putAll(environment);
        return Running.start(builder).end();
    }

    @Test
    void withoutAHomeNothingIsUnpackedIntoTheWorkingFolder() throws Exception {
        for (Map<String, String> environment : List.of(Map.of("HOME", ""), Map.of("HOME", "", "XDG_CACHE_HOME", "cache"))) {
            Path home = Files.createDirectories(folder.resolve("home"));
            Ended ended = unpack(environment, JAVA, "-Duser.home=" + home);
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.err()).as("%s", ended).isEmpty();
            assertThat(names(home)).containsExactly(".cache");
            assertThat(folder.resolve("here")).isEmptyDirectory();
        }
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Ended none = unpack(Map.of("HOME", ""), JAVA, "-Duser.home=?", "-Djava.io.tmpdir=" + temporary);
        assertThat(none.exitCode()).as("%s", none).isZero();
        assertThat(none.err()).as("%s", none)
                .startsWith("slipstream: the environment names no folder for it, so the command line is unpacked "
                        + "anew, into " + temporary)
                .hasLineCount(1);
        assertThat(folder.resolve("here")).isEmptyDirectory();
        assertThat(temporary).isEmptyDirectory();
    }

    /** A file may be of 100 blocks at most; the jars are larger. */
    @Test
    void whatCannotBeUnpackedLeavesNoFile() throws Exception {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwx------"));
        for (int i = 0; i < 2; i++) {
            Ended full = unpack(Map.of("XDG_CACHE_HOME", cache.toString()), "bash", "-c",
                    "ulimit -f 100; exec " + JAVA + " \"$@\"", "bash");
            assertThat(full.exitCode()).as("%s", full).isEqualTo(2);
            assertThat(full.err()).as("%s", full).startsWith("slipstream: cannot unpack the command line: into " + cache)
                    .contains("File too large; set XDG_CACHE_HOME to a folder that can be written").hasLineCount(1);
        }
        try (Stream<Path> files = Files.walk(cache)) {
            assertThat(files.filter(Files::isRegularFile)).noneMatch(file -> file.toString().endsWith(".tmp"));
        }
        Ended nowhere = unpack(Map.of("XDG_CACHE_HOME", "/proc/none"), JAVA, "-Djava.io.tmpdir=/proc/no");
        assertThat(nowhere.exitCode()).as("%s", nowhere).isEqualTo(2);
        assertThat(lines(nowhere)).as("%s", nowhere)
                .isEqualTo("slipstream: cannot unpack the command line: /proc/none/slipstream/cli cannot be "
                        + "written, and the temporary folder /proc/no cannot be written; set XDG_CACHE_HOME to a folder that can be written");
    }

    /** Returns what it says itself: a JVM without a temporary folder says so as well. */
    private static String lines(Ended ended) {
        return ended.err().lines().filter(line -> !line.startsWith("WARNING: java.io.tmpdir ")).collect(Collectors.joining("\n"));
    }

    @Test
    void anUnusableTemporaryFolderIsNamed() throws Exception {
        Ended ended = run(JAVA, "-Djava.io.tmpdir=/proc/no", "-jar", ForkedJvm.JAR, "explain", "naming", "--bytecode");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(lines(ended)).as("%s", ended).startsWith("slipstream: the temporary folder /proc/no cannot be used: ")
                .hasLineCount(1);
    }
}
