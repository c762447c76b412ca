package dev.slipstream.it.bake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.BakedJdks;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.SecondEntry;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of what {@code verify} finds in baked JDKs that were changed. */
@OnStockOnly("makes the baked JDKs")
class VerifyTest {
    private static final String VERSION = "/java.base/java/lang/VersionProps.class";

    @TempDir
    private Path folder;

    private static Ended run(Object... command) throws IOException, InterruptedException {
        return Running.start(new ProcessBuilder(Stream.of(command).map(Object::toString).toList())).end();
    }

    /** Returns a copy that shares its files with the JDK; those to change must be made its own. */
    private Path copyOf(TestJdk jdk, String name) throws Exception {
        Path copy = folder.resolve(name);
        // Links to files cross no file system, and may not be made to another user's files.
        Ended ended = run("bash", "-c", "cp -al \"$0\" \"$1\" 2>/dev/null || { rm -rf \"$1\"; cp -a \"$0\" \"$1\"; }",
                jdk.home().toRealPath(), copy);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return copy;
    }

    private static Path own(Path file) throws IOException {
        Path other = Files.copy(file, file.resolveSibling("own"), StandardCopyOption.COPY_ATTRIBUTES);
        return Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Ended verify(Path copy, Path home) throws Exception {
        return Tool.run("verify", copy.toString(), "--against", home.toString());
    }

    private static List<String> differences(Ended verified) {
        return verified.out().lines().filter(line -> line.startsWith("DIFFERS ")).map(line -> line.substring("DIFFERS ".length()))
                .toList();
    }

    /** The JVM goes by the image's hash table. */
    @OnEveryJdk
    void aSecondEntryInTheImageIsFound(TestJdk jdk) throws Exception {
        Path copy = copyOf(BakedJdks.of(jdk), "copy");
        Path modules = own(copy.resolve("lib/modules"));
        Files.setPosixFilePermissions(modules, PosixFilePermissions.fromString("rw-r--r--"));
        byte[] version = new TestJdk(jdk.feature(), copy).classFile("java/lang/VersionProps");
        SecondEntry.add(modules, VERSION, SecondEntry.changed(version, " with Slipstream ", " with Evilstream "));
        assertThat(run(copy.resolve("bin/java"), "-Xshare:off", "-version").err()).contains(" with Evilstream ");
        Ended verified = verify(copy, jdk.home());
        assertThat(verified.exitCode()).as("%s", verified).isEqualTo(1);
        assertThat(verified.out()).as("%s", verified).isEmpty();
        assertThat(verified.err().lines()).as("%s", verified).singleElement().asString()
                .contains("lib/modules cannot be used: its table leads the JVM past an entry of " + VERSION);
        Ended baked = Tool.run("bake", "--jdk", copy.toString(), "--output", folder.resolve("again").toString());
        assertThat(baked.exitCode()).as("%s", baked).isEqualTo(2);
        assertThat(baked.err()).as("%s", baked).contains("its table leads the JVM past an entry of " + VERSION).hasLineCount(1);
    }

    /** The superuser can also give a file to another user. */
    @NeedsRights
    @OnEveryJdk
    void kindsModesOwnersAndLinksAreCompared(TestJdk jdk) throws Exception {
        Path copy = copyOf(BakedJdks.of(jdk), "copy");
        List<String> expected = new ArrayList<>(List.of("bin/java: mode 0644, not " + mode(jdk, "bin/java"),
                "bin/java2.jsa: not in the JDK",
                "bin/keytool: mode 4755, not " + mode(jdk, "bin/keytool"), "lib/classlist", "lib/evil.jsa: not in the JDK",
                "lib/empty: not in the JDK", "lib/jrt-fs.jar: missing", "lib/loop: not in the JDK",
                "lib/modules: mode 0777, not " + mode(jdk, "lib/modules"), "lib/pipe: not in the JDK",
                "lib/server/classes_evil.jsa: not in the JDK", "lib/tzdb.dat: a link, not a file"));
        boolean isRoot = run("id", "-u").out().equals("0\n");
        Ended changed = run("bash", "-ec", """
                cd "$0"
                for each in bin/java bin/keytool lib/modules lib/classlist lib/jspawnhelper; do
                  cp -p "$each" own
                  mv -f own "$each"
                done
                chmod 644 bin/java
                chmod 4755 bin/keytool
                chmod 777 lib/modules
                chmod u+w lib/classlist
                echo >> lib/classlist
                chmod --reference "$1/lib/classlist" lib/classlist
                echo > bin/java2.jsa
                echo > lib/evil.jsa
                echo > lib/server/classes_evil.jsa
                mkdir lib/empty
                mkfifo lib/pipe
                ln -s . lib/loop
                rm lib/jrt-fs.jar
                mv lib/tzdb.dat ..
                ln -s ../../tzdb.dat lib/tzdb.dat
                if [[ $(id -u) == 0 ]]; then chown 65534 lib/jspawnhelper; fi
                """, copy, jdk.home());
        assertThat(changed.exitCode()).as("%s", changed).isZero();
        if (Files.deleteIfExists(copy.resolve("lib/server/classes.jsa"))) {
            expected.add("lib/server/classes.jsa: missing");
        }
        Ended verified = verify(copy, jdk.home());
        assertThat(verified.exitCode()).as("%s", verified).isEqualTo(1);
        List<String> differences = new ArrayList<>(differences(verified));
        assertThat(differences.removeIf(line -> line.startsWith("lib/jspawnhelper: owned by "))).isEqualTo(isRoot);
        assertThat(differences).as("%s", verified).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(verified.out()).as("%s", verified)
                .endsWith(" MB), " + (expected.size() + (isRoot ? 1 : 0)) + " differ otherwise\n");
    }

    private static String mode(TestJdk jdk, String name) throws Exception {
        return "0" + run("stat", "-Lc", "%a", jdk.home().resolve(name)).out().trim();
    }

    @OnEveryJdk
    void itSaysHowMuchItComparedAndWhatNot(TestJdk jdk) throws Exception {
        Ended verified = verify(BakedJdks.of(jdk).home(), jdk.home());
        assertThat(verified.exitCode()).as("%s", verified).isZero();
        assertThat(verified.out()).as("%s", verified).containsPattern("\\nowned by \\S+:\\S+\\n").contains(
                "\nCompared: content, kind, mode, owner and links. Not compared: times, access lists, extended attributes")
                .containsPattern(
                        "\\n\\d+ files, folders, links and resources are the same \\(\\d+ MB\\), 0 differ otherwise\\n$");
        for (String archive : archives(BakedJdks.of(jdk).home())) {
            assertThat(verified.out()).as("%s", verified).contains("not verified lib/server/" + archive + "; made anew by: "
                    + BakedJdks.of(jdk).home() + "/bin/java -Xshare:dump");
        }
    }

    private static List<String> archives(Path home) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib/server"))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".jsa")).toList();
        }
    }

    @Tag("long")
    @OnEveryJdk
    void theCommandsItPrintsMakeArchivesAnew(TestJdk jdk) throws Exception {
        Path copy = copyOf(BakedJdks.of(jdk), "copy");
        Ended verified = verify(copy, jdk.home());
        for (String archive : archives(copy)) {
            Path file = copy.resolve("lib/server").resolve(archive);
            Files.delete(file);
            String line = verified.out().lines().filter(each -> each.startsWith("not verified lib/server/" + archive + ";"))
                    .findFirst().orElseThrow();
            Ended made = run("bash", "-c", line.substring(line.indexOf(": ") + 2));
            assertThat(made.exitCode()).as("%s", made).isZero();
            assertThat(file).exists();
            Ended used =
                    run("bash", "-c", line.substring(line.indexOf(": ") + 2).replace("-Xshare:dump", "-Xshare:on") + " -version");
            assertThat(used.exitCode()).as("%s", used).isZero();
        }
        Ended again = verify(copy, jdk.home());
        assertThat(again.exitCode()).as("%s", again).isZero();
    }

    /** Readers of such files take the first or the last of two entries of one name. */
    @OnEveryJdk(from = 17, to = 17)
    void aSecondEntryInAJmodIsFound(TestJdk jdk) throws Exception {
        Path copy = copyOf(BakedJdks.of(jdk), "copy");
        assertThat(Files.exists(copy.resolve("jmods"))).isEqualTo(Files.exists(jdk.home().resolve("jmods")));
        if (!Files.exists(copy.resolve("jmods"))) {
            return;
        }
        Path jmod = copy.resolve("jmods/java.base.jmod");
        byte[] bytes = twice(Files.readAllBytes(jmod));
        Files.delete(jmod);
        Files.write(jmod, bytes);
        Files.setPosixFilePermissions(jmod, Files.getPosixFilePermissions(jdk.home().resolve("jmods/java.base.jmod")));
        Ended verified = verify(copy, jdk.home());
        assertThat(verified.exitCode()).as("%s", verified).isEqualTo(1);
        assertThat(differences(verified)).as("%s", verified).containsExactly("jmods/java.base.jmod");

        Path source = copyOf(jdk, "source");
        Path its = source.resolve("jmods/java.base.jmod");
        byte[] two = twice(Files.readAllBytes(its));
        Files.delete(its);
        Files.write(its, two);
        Ended baked = Tool.run("bake", "--jdk", source.toString(), "--output", folder.resolve("baked").toString());
        assertThat(baked.exitCode()).as("%s", baked).isEqualTo(2);
        assertThat(baked.err()).as("%s", baked)
                .contains("java.base.jmod has two entries of the name classes/java/lang/Thread.class");
    }

    /** Returns the bytes of a jmod in whose directory another class has the name of Thread. */
    private static byte[] twice(byte[] jmod) {
        String text = new String(jmod, StandardCharsets.ISO_8859_1);
        int place = text.lastIndexOf("classes/java/lang/Number.class");
        byte[] result = jmod.clone();
        System.arraycopy("classes/java/lang/Thread.class".getBytes(StandardCharsets.ISO_8859_1), 0, result, place, 30);
        return result;
    }

    /**
     * A JDK with links like those of Debian and of Red Hat; without a list of classes, so that no archive is made, and without the library by
     * which others read its image.
     */
    private Path linked(TestJdk jdk) throws Exception {
        Path home = copyOf(jdk, "linked");
        Ended ended = run("bash", "-ec", """
                cd "$0"
                rm lib/classlist lib/jrt-fs.jar
                echo none > lib/jrt-fs.jar
                mkdir ../etc
                cp -L lib/security/cacerts ../etc/cacerts || echo none > ../etc/cacerts
                cp -rL conf ../etc/conf
                cp -L lib/tzdb.dat ../etc
                cp -L lib/jvm.cfg ../etc
                rm -rf docs conf lib/security/cacerts lib/tzdb.dat lib/jvm.cfg
                ln -s "$PWD/../etc/cacerts" lib/security/cacerts
                ln -s ../../etc/tzdb.dat lib/tzdb.dat
                ln -s "$PWD/../etc/conf" conf
                ln -s /missing/readme docs
                cp ../etc/jvm.cfg lib/other.cfg
                ln -s "$PWD/lib/other.cfg" lib/jvm.cfg
                """, home.toRealPath());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return home.toRealPath();
    }

    /** A certificate authority, say, that the system withdraws is withdrawn in the baked JDK. */
    @OnEveryJdk
    void whatWasALinkStaysOne(TestJdk jdk) throws Exception {
        Path home = linked(jdk);
        Path etc = home.getParent().resolve("etc");
        Path baked = home.resolveSibling("baked");
        Ended ended = Tool.run("bake", "--jdk", home.toString(), "--output", baked.toString(), "--remedies", "naming");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended)
                .containsPattern("Kept \\d+ links that lead out of the JDK; --freeze-links copies what they lead to\\.\n");
        assertThat(Files.readSymbolicLink(baked.resolve("lib/security/cacerts"))).isEqualTo(home.resolve("../etc/cacerts"));
        assertThat(Files.readSymbolicLink(baked.resolve("lib/tzdb.dat"))).isEqualTo(etc.resolve("tzdb.dat"));
        assertThat(Files.readSymbolicLink(baked.resolve("conf"))).isEqualTo(home.resolve("../etc/conf"));
        assertThat(Files.readSymbolicLink(baked.resolve("docs"))).isEqualTo(Path.of("/missing/readme"));
        assertThat(Files.readSymbolicLink(baked.resolve("lib/jvm.cfg"))).isEqualTo(Path.of("other.cfg"));
        assertThat(run(baked.resolve("bin/java"), "-version").err()).contains(" with Slipstream ");
        Files.writeString(etc.resolve("cacerts"), "withdrawn");
        assertThat(baked.resolve("lib/security/cacerts")).hasContent("withdrawn");
        Ended verified = verify(baked, home);
        assertThat(verified.exitCode()).as("%s", verified).isZero();
        assertThat(verified.out()).as("%s", verified).doesNotContain("frozen");
    }

    @OnEveryJdk
    void linksAreFrozenWhereAsked(TestJdk jdk) throws Exception {
        Path home = linked(jdk);
        Path etc = home.getParent().resolve("etc");
        Path baked = home.resolveSibling("baked");
        Ended ended = Tool.run("bake", "--jdk", home.toString(), "--output", baked.toString(), "--remedies", "naming",
                "--freeze-links");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).containsPattern("Kept \\d+ links? that leads? out of the JDK and nowhere\\.\n");
        for (String name : List.of("lib/security/cacerts", "lib/tzdb.dat", "conf", "conf/net.properties")) {
            assertThat(Files.isSymbolicLink(baked.resolve(name))).as(name).isFalse();
            assertThat(baked.resolve(name)).exists();
        }
        assertThat(Files.exists(baked.resolve("docs"), LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(baked.resolve("lib/tzdb.dat")).hasSameBinaryContentAs(etc.resolve("tzdb.dat"));
        Ended verified = verify(baked, home);
        assertThat(verified.exitCode()).as("%s", verified).isZero();
        assertThat(verified.out()).as("%s", verified).contains(
                "frozen lib/security/cacerts, a copy of what the link led to: " + home.resolve("../etc/cacerts") + "\n",
                "frozen lib/tzdb.dat, a copy of what the link led to: " + etc.resolve("tzdb.dat") + "\n",
                "frozen conf, a copy of what the link led to: ");
        Files.writeString(etc.resolve("conf/net.properties"), "x=y\n", StandardOpenOption.APPEND);
        Ended later = verify(baked, home);
        assertThat(later.exitCode()).as("%s", later).isEqualTo(1);
        assertThat(differences(later)).as("%s", later)
                .containsExactly("conf/net.properties: a copy of what lies at " + home.resolve("../etc/conf")
                        + ", one of which has changed");
    }

    /** The launcher finds its JDK by the real path of the program, so the copy would run the stock JDK. */
    @Test
    void aLauncherThatIsALinkIsRefused() throws Exception {
        Path home = copyOf(TestJdk.current(), "linked");
        Path java = home.resolve("bin/java");
        Path other = Files.move(java, folder.resolve("java"));
        Files.createSymbolicLink(java, other);
        Ended ended = Tool.run("bake", "--jdk", home.toString(), "--output", folder.resolve("baked").toString());
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).as("%s", ended).contains("bin/java leads to " + other.toRealPath()).hasLineCount(1);
        assertThat(folder.resolve("baked")).doesNotExist();
    }

    @Test
    void aStoppedVerifySaysSo() throws Exception {
        TestJdk baked = BakedJdks.of(TestJdk.current());
        try (Running verify = Tool.start("verify", baked.home().toString(), "--against", TestJdk.current().home().toString())) {
            verify.waitUntil("the image", () -> run("sh", "-c", "ls -l /proc/" + verify.pid() + "/fd").out()
                    .contains(baked.home().toRealPath().resolve("lib/modules").toString()));
            verify.signal("TERM");
            Ended ended = verify.end();
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(143);
            assertThat(ended.err()).as("%s", ended).isEqualTo("slipstream: stopped before everything was compared\n");
        }
    }
}
