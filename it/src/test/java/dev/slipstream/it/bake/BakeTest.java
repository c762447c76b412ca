package dev.slipstream.it.bake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.BakedJdks;
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
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of {@code bake}, {@code verify} and {@code explain}, and of the JDKs that {@code bake} makes. */
@OnStockOnly("makes the baked JDKs")
class BakeTest {
    private static final String LATE = "-Dslipstream=naming.interval=1000";
    private static final String NOTHING = Programs.PACKAGE + "Nothing";
    private static final String LOOKS = Programs.PACKAGE + "Looks";
    private static final long MOST_KILOBYTES_MORE = 2_048;
    private static final String DYNAMIC = "-XX:+EnableDynamicAgentLoading";

    @TempDir
    private Path folder;

    /** Returns a JVM with the remedies that were baked. */
    static ForkedJvm on(TestJdk baked) {
        return ForkedJvm.on(baked, Programs.CLASS_PATH);
    }

    static ForkedJvm works(TestJdk baked) {
        List<String> options = new ArrayList<>(List.of(Programs.JVM_OPTIONS));
        options.removeIf(option -> baked.feature() < 21 && option.contains("foreign"));
        return on(baked).with(options.toArray(String[]::new));
    }

    /** The first use of a remedy starts it, so the first answers may lack one. */
    private static void waitUntilWorking(Running jvm, String remedies) throws Exception {
        jvm.waitUntil(remedies, () -> Programs.works(jvm).equals(remedies));
    }

    /** Does not try out {@code arenas}. */
    private static void waitUntilOthersWork(Running jvm, String remedies) throws Exception {
        jvm.waitUntil(remedies, () -> Programs.othersWork(jvm).equals(remedies));
    }

    @OnEveryJdk(core = "bake")
    void eachRemedyWorksWithoutAnAgent(TestJdk jdk) throws Exception {
        try (Running jvm = works(BakedJdks.of(jdk)).with(LATE).start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, BakedJdks.remedies(jdk));
            assertThat(jvm.err()).isEmpty();
        }
    }

    @OnEveryJdk
    void noneMakesItTheStockJdk(TestJdk jdk) throws Exception {
        TestJdk baked = BakedJdks.of(jdk);
        try (Running jvm = works(baked).with("-Dslipstream=none").start(Programs.CONSOLE)) {
            assertThat(Programs.othersWork(jvm)).isEmpty();
            assertThat(jvm.ask("threads")).isEmpty();
        }
        try (Running jvm = works(baked).under("env", "SLIPSTREAM=none").start(Programs.CONSOLE)) {
            assertThat(Programs.othersWork(jvm)).isEmpty();
            Ended status = Tool.run("status", Long.toString(jvm.pid()));
            assertThat(status.out()).as("%s", status).contains("naming: off\n");
        }
    }

    @OnEveryJdk
    void optionsChooseRemediesAndSettings(TestJdk jdk) throws Exception {
        try (Running jvm = works(BakedJdks.of(jdk)).with("-Dslipstream=naming,naming.interval=1000").start(Programs.CONSOLE)) {
            waitUntilOthersWork(jvm, "naming");
        }
        try (Running jvm = works(BakedJdks.of(jdk)).with("-Dslipstream=-naming").start(Programs.CONSOLE)) {
            waitUntilOthersWork(jvm, BakedJdks.remedies(jdk).replace("arenas ", "").replace(" naming", ""));
            assertThat(jvm.err()).isEmpty();
        }
        try (Running jvm = works(BakedJdks.of(jdk)).with("-Dslipstream=-naming,rubbish").start(Programs.CONSOLE)) {
            assertThat(Programs.othersWork(jvm)).isEmpty();
            jvm.waitUntil("the line", () -> !jvm.err().isEmpty());
            assertThat(jvm.err().lines()).singleElement().asString()
                    .startsWith("slipstream: nothing was changed: 'rubbish' is not known; known: pinning, naming, ");
            assertThat(Programs.othersWork(jvm)).isEmpty();
        }
    }

    /** Compares JVMs that pay nothing, with the default remedies baked. Both JDKs have a class archive, or neither uses one. */
    @Tag("long")
    @OnEveryJdk
    void takesLittleMoreMemory(TestJdk jdk) throws Exception {
        String archive = Files.exists(jdk.home().resolve("lib/server/classes.jsa")) ? "-Xshare:on" : "-Xshare:off";
        TestJdk baked = new TestJdk(jdk.feature(), bake(jdk, jdk.hasVirtualThreads() ? "arenas,naming,pinning" : "naming"));
        assertThat(residentKilobytes(baked, archive)).isLessThan(residentKilobytes(jdk, archive) + MOST_KILOBYTES_MORE);
    }

    /** Returns the median of the resident memory of idle JVMs. */
    private static long residentKilobytes(TestJdk jdk, String... options) throws Exception {
        List<Long> sizes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            try (Running jvm = on(jdk).with(options).with("-XX:+UseSerialGC", "-Xms32m", "-Xmx32m").start(Programs.CONSOLE)) {
                assertThat(jvm.ask("threads")).isEmpty();
                String status = Files.readString(Path.of("/proc/" + jvm.pid() + "/status"));
                sizes.add(status.lines().filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum());
            }
        }
        return sizes.stream().sorted().toList().get(2);
    }

    @OnEveryJdk
    void commandsFindTheRemedies(TestJdk jdk) throws Exception {
        try (Running jvm = works(BakedJdks.of(jdk)).with(LATE, DYNAMIC).start(Programs.CONSOLE)) {
            String pid = Long.toString(jvm.pid());
            Ended status = Tool.run("status", pid);
            assertThat(status.out()).as("%s", status).contains("naming: active", "  option interval=1000\n", "text: off\n");
            assertThat(jvm.err()).isEmpty();
            waitUntilWorking(jvm, BakedJdks.remedies(jdk));

            Ended detached = Tool.run("detach", pid);
            assertThat(detached.exitCode()).as("%s", detached).isZero();
            assertThat(Programs.othersWork(jvm)).isEmpty();

            Ended attached = Tool.run("attach", "--remedies", "naming,naming.interval=1000,text,text.capacity=64", pid);
            assertThat(attached.exitCode()).as("%s", attached).isZero();
            assertThat(attached.out()).as("%s", attached).contains("naming: active, installed\n", "text: active, installed\n");
            waitUntilOthersWork(jvm, "naming text");
        }
    }

    @OnEveryJdk
    void beansAreThereWhenAskedFor(TestJdk jdk) throws Exception {
        try (Running jvm = works(BakedJdks.of(jdk)).start(Programs.CONSOLE)) {
            jvm.waitUntil("the bean", () -> jvm.ask("bean naming").startsWith("active"));
            assertThat(jvm.ask("bean text")).startsWith("off");
        }
    }

    @OnEveryJdk
    void anotherAgentsRetransformationKeepsTheEdits(TestJdk jdk) throws Exception {
        try (Running jvm = works(BakedJdks.of(jdk)).with(LATE, DYNAMIC).start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, BakedJdks.remedies(jdk));
            jvm.load(Scratch.agentJar(OtherAgents.Retransforms.class, folder), "");
            waitUntilWorking(jvm, BakedJdks.remedies(jdk));
            Ended status = Tool.run("status", Long.toString(jvm.pid()));
            assertThat(status.out()).as("%s", status).contains("naming: active").doesNotContain("rewritten again", "lost");
        }
    }

    /** Nothing rewrites the class again: the engine of a baked JDK has no rewriter. */
    @OnEveryJdk
    void anotherAgentsClassFileReplacesTheEdits(TestJdk jdk) throws Exception {
        Path stock = Files.write(folder.resolve("Thread.class"), jdk.classFile("java/lang/Thread"));
        try (Running jvm = works(BakedJdks.of(jdk)).with(LATE, DYNAMIC).start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, BakedJdks.remedies(jdk));
            jvm.load(Scratch.agentJar(OtherAgents.Strips.class, folder), "java.lang.Thread," + stock);
            Ended status = Tool.run("status", Long.toString(jvm.pid()));
            assertThat(status.out()).as("%s", status).contains("naming: lost: ", "buffering: active");
            waitUntilWorking(jvm, BakedJdks.remedies(jdk).replace(" naming", "").replace(" priority", ""));
        }
    }

    /** The agent finds the baked engine and passes its options on to it. */
    @OnEveryJdk
    void theAgentOnABakedJdkIsTheSameEngine(TestJdk jdk) throws Exception {
        try (Running jvm = works(BakedJdks.of(jdk)).withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, Programs.allWork(jdk));
            // On JDK 17 the options ask for more than there is.
            assertThat(jvm.err().lines()).hasSize(jdk.hasVirtualThreads() ? 0 : 1).noneMatch(line -> line.contains("failed"));
            assertThat(jvm.ask("threads").split(",")).doesNotHaveDuplicates();
        }
    }

    @OnEveryJdk
    void aRemedyThatWasNotBakedSaysSo(TestJdk jdk) throws Exception {
        try (Running jvm = works(BakedJdks.of(jdk)).with("-Dslipstream=text").start(Programs.CONSOLE)) {
            assertThat(Programs.othersWork(jvm)).isEmpty();
            jvm.waitUntil("the line", () -> !jvm.err().isEmpty());
            assertThat(jvm.err())
                    .isEqualTo("slipstream: text failed: it was not baked into this JDK, and no agent is attached, undone\n");
        }
    }

    /** A class of {@code --patch-module} lacks the edits. The agent can rewrite it. */
    @OnEveryJdk(from = 21)
    void aPatchedClassLacksTheEdits(TestJdk jdk) throws Exception {
        String patch = "--patch-module=java.base=" + Scratch.patch(jdk, "java/lang/VirtualThread", folder, same -> same);
        ForkedJvm patched = works(BakedJdks.of(jdk)).with(patch, LATE);
        try (Running jvm = patched.start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, BakedJdks.remedies(jdk).replace(" pinning", ""));
            assertThat(Tool.run("status", Long.toString(jvm.pid())).out())
                    .contains("pinning: failed: it was not baked into this JDK");
        }
        try (Running jvm = patched.withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, Programs.allWork(jdk));
            // A graft may have started the engine while the JVM booted, before the agent comes.
            assertThat(jvm.err().lines()).hasSizeLessThan(2)
                    .allMatch(line -> line.contains("pinning failed: it was not baked into this JDK"));
        }
    }

    @OnEveryJdk(from = 21)
    void aPatchedClassCannotBeRewritten(TestJdk jdk) throws Exception {
        Path patch = Scratch.otherName(jdk, folder);
        Ended ended = on(BakedJdks.of(jdk)).with("--patch-module=java.base=" + patch).withAgent().run(NOTHING);
        assertThat(ended.out()).as("%s", ended).isEqualTo("done\n");
        assertThat(ended.err()).as("%s", ended)
                .contains("pinning declined: not as expected on this JDK: java.lang.VirtualThread.");
    }

    @OnEveryJdk
    void itSaysWhatItIs(TestJdk jdk) throws Exception {
        TestJdk baked = BakedJdks.of(jdk);
        Ended version = run(baked.java().toString(), "-version");
        Ended stock = run(jdk.java().toString(), "-version");
        assertThat(version.err().lines().toList().get(1)).contains(" with Slipstream ", "naming");
        assertThat(version.err().replaceAll(" with Slipstream [^)]*\\)", "").replace(", sharing", ""))
                .isEqualTo(stock.err().replace(", sharing", ""));
        assertThat(baked.home().resolve("release")).content().contains("SLIPSTREAM=\"");
        String settings = "-XshowSettings:properties";
        assertThat(properties(run(baked.java().toString(), settings, "-version")))
                .isEqualTo(properties(run(jdk.java().toString(), settings, "-version")).stream()
                        .map(line -> line.replace(jdk.home().toString(), baked.home().toString())).toList());
    }

    private static List<String> properties(Ended ended) {
        return ended.err().lines().filter(line -> line.startsWith("    java.") && !line.contains("java.home")
                && !line.contains("java.vm.info")).toList();
    }

    private static Ended run(String... command) throws IOException, InterruptedException {
        return Running.start(new ProcessBuilder(command)).end();
    }

    @OnEveryJdk
    void itsClassArchivesAreUsed(TestJdk jdk) throws Exception {
        TestJdk baked = BakedJdks.of(jdk);
        List<String> modes = new ArrayList<>(List.of("-XX:+UseCompressedOops", "-XX:+UseSerialGC", "-XX:+UseParallelGC"));
        if (Files.exists(jdk.home().resolve("lib/server/classes_nocoops.jsa"))) {
            modes.addAll(List.of("-XX:-UseCompressedOops", "-XX:+UseZGC"));
        }
        if (Files.exists(jdk.home().resolve("lib/server/classes_coh.jsa"))) {
            modes.add("-XX:+UseCompactObjectHeaders");
        }
        if (Files.exists(jdk.home().resolve("lib/server/classes_nocoh.jsa"))) {
            modes.add("-XX:-UseCompactObjectHeaders");
        }
        for (String mode : modes) {
            Ended ended = on(baked).with("-Xshare:on", mode).run(NOTHING);
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.err()).as("%s", ended).isEmpty();
        }
    }

    @Tag("long")
    @OnEveryJdk(from = 25)
    void anAotCacheIsUsed(TestJdk jdk) throws Exception {
        TestJdk baked = BakedJdks.of(jdk);
        Path jar = folder.resolve("programs.jar");
        run(jdk.home().resolve("bin/jar").toString(), "cf", jar.toString(), "-C", Programs.CLASS_PATH.split(":")[0], ".");
        Path cache = folder.resolve("cache.aot");
        Ended trained = on(baked).classesAt(jar.toString()).with("-XX:AOTCacheOutput=" + cache, "-Xlog:disable").run(LOOKS);
        assertThat(cache).as("%s", trained).exists();
        try (Running jvm = on(baked).classesAt(jar.toString()).with("-XX:AOTMode=on", "-XX:AOTCache=" + cache)
                .start(Programs.CONSOLE)) {
            Ended status = Tool.run("status", Long.toString(jvm.pid()));
            assertThat(status.out()).as("%s", status).contains("arenas: active", "naming: active", "pinning: active");
            assertThat(jvm.err()).isEmpty();
        }
    }

    @Tag("long")
    @OnEveryJdk
    void toolsWork(TestJdk jdk) throws Exception {
        TestJdk baked = BakedJdks.of(jdk);
        Files.writeString(folder.resolve("Hello.java"),
                "class Hello { public static void main(String[] a) { System.out.print(1); } }");
        if (Files.exists(jdk.home().resolve("bin/javac"))) {
            assertThat(run(baked.home().resolve("bin/javac").toString(), "-d", folder.toString(),
                    folder.resolve("Hello.java").toString()).exitCode()).isZero();
            assertThat(run(baked.java().toString(), "-cp", folder.toString(), "Hello").out()).isEqualTo("1");
            Ended jdeps = run(baked.home().resolve("bin/jdeps").toString(), folder.resolve("Hello.class").toString());
            assertThat(jdeps.out()).as("%s", jdeps).contains("java.base");
        }
        if (Files.exists(jdk.home().resolve("bin/jpackage"))) {
            Path input = Files.createDirectory(folder.resolve("input"));
            assertThat(run(baked.home().resolve("bin/jar").toString(), "--create", "--file", input.resolve("app.jar").toString(),
                    "-C",
                    folder.toString(), "Hello.class").exitCode()).isZero();
            Ended jpackage =
                    run(baked.home().resolve("bin/jpackage").toString(), "--type", "app-image", "--dest", folder.toString(),
                            "--name", "app", "--input", input.toString(), "--main-jar", "app.jar", "--main-class", "Hello",
                            "--add-modules", "java.instrument");
            assertThat(jpackage.exitCode()).as("%s", jpackage).isZero();
            assertThat(jpackage.err()).as("%s", jpackage).doesNotContain("slipstream");
            assertThat(folder.resolve("app/lib/runtime/lib/modules")).exists();
        }
        if (Files.exists(jdk.home().resolve("bin/jcmd"))) {
            try (Running jvm = on(baked).start(Programs.CONSOLE)) {
                Ended jcmd = run(baked.home().resolve("bin/jcmd").toString(), Long.toString(jvm.pid()), "VM.version");
                assertThat(jcmd.exitCode()).as("%s", jcmd).isZero();
            }
        }
    }

    /** By texts that are kept apart, and by zip. Later releases of jlink have other words, and the same ways. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void compressedImagesAreBaked(String level) throws Exception {
        TestJdk oldest = TestJdk.all().getFirst();
        Path image = folder.resolve("image");
        Ended jlink = run(oldest.home().resolve("bin/jlink").toString(), "--compress", level, "--add-modules",
                "java.instrument,java.management,jdk.unsupported,jdk.jfr", "--output", image.toString());
        assertThat(jlink.exitCode()).as("%s", jlink).isZero();
        Files.copy(oldest.java(), image.resolve("bin/java"), StandardCopyOption.REPLACE_EXISTING);
        TestJdk small = new TestJdk(oldest.feature(), image);
        TestJdk baked = new TestJdk(oldest.feature(), bake(small, "naming"));
        try (Running jvm = works(baked).with(LATE).start(Programs.CONSOLE)) {
            waitUntilOthersWork(jvm, "naming");
        }
        Ended verified = Tool.run("verify", baked.home().toString(), "--against", image.toString());
        assertThat(verified.exitCode()).as("%s", verified).isZero();
        Ended explained = Tool.run("explain", "naming", "--bytecode", "--jdk", image.toString());
        assertThat(explained.out()).as("%s", explained)
                .isEqualTo(Tool.run("explain", "naming", "--bytecode", "--jdk", oldest.home().toString()).out());
    }

    /** From the jmods, or from the image itself. */
    @Tag("long")
    @OnEveryJdk
    void jlinkMakesImagesWithTheRemedies(TestJdk jdk) throws Exception {
        TestJdk baked = BakedJdks.of(jdk);
        if (!Files.exists(jdk.home().resolve("bin/jlink"))) {
            assertThat(baked.home().resolve("bin/jlink")).doesNotExist();
            return;
        }
        TestJdk image = jlink(jdk, "java.instrument,java.management,jdk.unsupported,jdk.jfr");
        try (Running jvm = works(image).with(LATE).start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, BakedJdks.remedies(jdk));
        }
    }

    private TestJdk jlink(TestJdk jdk, String modules) throws Exception {
        Path image = folder.resolve("image");
        Ended jlink = run(BakedJdks.of(jdk).home().resolve("bin/jlink").toString(), "--add-modules", modules, "--output",
                image.toString());
        assertThat(jlink.exitCode()).as("%s", jlink).isZero();
        // A JDK of tools/jdks may have its own C library, which its launcher knows and that of its jmods does not.
        Files.copy(jdk.java(), image.resolve("bin/java"), StandardCopyOption.REPLACE_EXISTING);
        return new TestJdk(jdk.feature(), image);
    }

    @Tag("long")
    @OnEveryJdk(from = 25, to = 25)
    void anImageWithoutInstrumentationSaysSo(TestJdk jdk) throws Exception {
        try (Running jvm = on(jlink(jdk, "java.management,jdk.unsupported")).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned once")).isEqualTo("ended");
            jvm.waitUntil("the line", () -> !jvm.err().isEmpty());
            assertThat(jvm.err()).isEqualTo("slipstream: not started, the application runs on unchanged: "
                    + "the module java.instrument is not there; --add-modules of java, or of jlink, adds it\n");
        }
    }

    @OnEveryJdk
    void verifyListsExactlyTheDifferences(TestJdk jdk) throws Exception {
        TestJdk baked = BakedJdks.of(jdk);
        Ended verified = Tool.run("verify", baked.home().toString(), "--against", jdk.home().toString());
        assertThat(verified.exitCode()).as("%s", verified).isZero();
        assertThat(verified.out()).as("%s", verified)
                .contains("rewritten /java.base/java/lang/Thread.class\n", "added /java.base/java/lang/NamingGraft.class\n",
                        " 0 differ otherwise\n")
                .doesNotContain("DIFFERS");
        assertThat(verified.out().lines().filter(line -> line.startsWith("rewritten /"))).hasSizeLessThan(9);
    }

    @Tag("long")
    @OnEveryJdk
    void verifyFindsWhatElseDiffers(TestJdk jdk) throws Exception {
        Path copy = bake(jdk, "naming");
        // On Debian many others are links to the system's files.
        Path file = copy.resolve("lib/classlist");
        assertThat(file).isRegularFile().satisfies(each -> assertThat(Files.isSymbolicLink(each)).isFalse());
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.writeString(file, "// changed", StandardOpenOption.APPEND);
        Files.setPosixFilePermissions(file, permissions);
        try (RandomAccessFile modules = new RandomAccessFile(copy.resolve("lib/modules").toFile(), "rw")) {
            // The last directory, package or resource of the old image ends where the new resources begin; this is in the middle.
            long place = modules.length() / 2;
            modules.seek(place);
            int old = modules.read();
            modules.seek(place);
            modules.write(old ^ 1);
        }
        Ended verified = Tool.run("verify", copy.toString(), "--against", jdk.home().toString());
        assertThat(verified.exitCode()).as("%s", verified).isEqualTo(1);
        assertThat(verified.out().lines().filter(line -> line.startsWith("DIFFERS")))
                .as("%s", verified).hasSize(2).contains("DIFFERS lib/classlist");

        for (int i = 0; i < 30; i++) {
            Files.writeString(copy.resolve("conf/new" + i), "new");
        }
        Ended many = Tool.run("verify", copy.toString(), "--against", jdk.home().toString());
        assertThat(many.out().lines().filter(line -> line.startsWith("DIFFERS"))).as("%s", many).hasSize(21)
                .contains("DIFFERS and 12 more");
        assertThat(many.out()).as("%s", many).endsWith(", 32 differ otherwise\n");
    }

    /** Of another JDK nearly every file differs: tens of thousands. */
    @Test
    void verifyAgainstAnotherJdkIsOneLine() throws Exception {
        TestJdk jdk = TestJdk.all().getLast();
        Path copy = BakedJdks.of(jdk).home();
        Ended verified = Tool.run("verify", copy.toString(), "--against", TestJdk.all().getFirst().home().toString());
        assertThat(verified.exitCode()).as("%s", verified).isEqualTo(2);
        assertThat(verified.out()).as("%s", verified).isEmpty();
        assertThat(verified.err().lines()).as("%s", verified).singleElement().asString()
                .contains(copy + " was not baked from ", ", but from JDK " + jdk.feature(), "; this is JDK " + TestJdk.all()
                        .getFirst().feature());
    }

    private Path bake(TestJdk jdk, String remedies) throws Exception {
        Path output = folder.resolve("baked");
        Ended ended = Tool.run("bake", "--jdk", jdk.home().toString(), "--output", output.toString(), "--remedies", remedies);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return output;
    }

    @Tag("long")
    @OnEveryJdk
    void bakingTwiceGivesTheSameBytes(TestJdk jdk) throws Exception {
        Path first = BakedJdks.of(jdk).home();
        Path second = bake(jdk, BakedJdks.remedies(jdk).replace(' ', ','));
        try (Stream<Path> files = Files.walk(first)) {
            for (Path file : files.filter(each -> Files.isRegularFile(each) && !each.toString().endsWith(".jsa")).toList()) {
                assertThat(second.resolve(first.relativize(file))).hasSameBinaryContentAs(file);
            }
        }
    }

    @OnEveryJdk
    void explainShowsMethodsAndGrafts(TestJdk jdk) throws Exception {
        Ended brief = Tool.run("explain", "naming", "--jdk", jdk.home().toString());
        assertThat(brief.exitCode()).as("%s", brief).isZero();
        assertThat(brief.out()).as("%s", brief).contains("""

                naming
                  java.lang.Thread.setName(String)
                    if (NamingGraft.rename(this, arguments)) return; then the JDK's own body
                """);
        assertThat(brief.out().lines()).as("%s", brief).hasSizeLessThan(25);
        Ended explained = Tool.run("explain", "naming", "--bytecode", "--jdk", jdk.home().toString());
        assertThat(explained.exitCode()).as("%s", explained).isZero();
        assertThat(explained.out()).contains("== java.lang.Thread.setName(Ljava/lang/String;)V\n",
                "-- for naming: if (NamingGraft.rename(this, arguments)) return; then the JDK's own body\n", "-- before\n",
                "-- after\n", "invokestatic  // Method java/lang/NamingGraft.rename:(Ljava/lang/Thread;Ljava/lang/String;)Z\n",
                "== graft java.lang.NamingGraft\n");
    }

    @Test
    void explainSaysWhyARemedyCannotBeShown() throws Exception {
        TestJdk jdk = TestJdk.all().getFirst();
        Ended none = Tool.run("explain", "arenas", "--jdk", jdk.home().toString());
        assertThat(none.exitCode()).as("%s", none).isEqualTo(3);
        assertThat(none.err()).as("%s", none).isEqualTo("slipstream: arenas: unneeded (this JDK has no shared arenas)\n");
        Ended declined = Tool.run("explain", "text", "naming", "--jdk", jdk.home().toString());
        assertThat(declined.exitCode()).as("%s", declined).isZero();
        assertThat(declined.out()).as("%s", declined).contains("\nnaming\n");
        assertThat(declined.err()).as("%s", declined).startsWith("slipstream: text: declined: ").hasLineCount(1);
    }

    /** Runs {@code bake}, which must refuse in one line and leave nothing. */
    private void refuses(TestJdk jdk, Path home, int exitCode, String message, String... more) throws Exception {
        Path parent = Files.createDirectories(folder.resolve("parent"));
        List<String> command =
                new ArrayList<>(List.of("bake", "--jdk", home.toString(), "--output", parent.resolve("out").toString()));
        command.addAll(List.of(more));
        Ended ended = Tool.run(command.toArray(String[]::new));
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.out()).as("%s", ended).isEmpty();
        assertThat(ended.err().lines().filter(line -> line.startsWith("slipstream"))).as("%s", ended).singleElement().asString()
                .contains(message);
        try (Stream<Path> left = Files.list(parent)) {
            assertThat(left).as("%s", ended).isEmpty();
        }
        assertThat(jdk.java()).exists();
    }

    @Test
    void refusesWhatCannotBeBaked() throws Exception {
        TestJdk jdk = TestJdk.current();
        refuses(jdk, folder, 2, "is no JDK: it has no lib/modules");
        refuses(jdk, folder.resolve("missing"), 2, "missing does not exist");
        refuses(jdk, BakedJdks.of(jdk).home(), 2, "is baked already; bake the JDK that it was made of");
        refuses(jdk, jdk.home(), 2, "'rubbish' is not known; known: pinning, naming", "--remedies", "rubbish,naming");
        refuses(jdk, jdk.home(), 2, "text cannot be baked into", "--remedies", "text");
        Path there = Files.createDirectories(folder.resolve("there/something")).getParent();
        Ended ended = Tool.run("bake", "--jdk", jdk.home().toString(), "--output", there.toString());
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).as("%s", ended).contains("there exists; remove it, or name another folder");
        Ended inside = Tool.run("bake", "--jdk", jdk.home().toString(), "--output", jdk.home().resolve("inside").toString());
        assertThat(inside.exitCode()).as("%s", inside).isEqualTo(2);
        assertThat(jdk.home().resolve("inside")).doesNotExist();
    }

    /** In the image an internal method has another name wherever it occurs, so that the JDK works. */
    @Tag("long")
    @Test
    void aRemedyWhoseMethodsDifferIsLeftOut() throws Exception {
        Path home = folder.resolve("jdk");
        copy(TestJdk.current().home(), home);
        run("bash", "-c",
                "chmod u+w " + home + "/lib/modules && LC_ALL=C sed -i s/justClose/justClosX/g " + home + "/lib/modules");
        Ended ended = Tool.run("bake", "--jdk", home.toString(), "--output", folder.resolve("baked").toString());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).contains("naming: baked\n", "pinning: baked\n",
                "arenas: declined: not as expected on this JDK: jdk.internal.foreign.SharedSession.justClose");
        refuses(TestJdk.current(), home, 2, "arenas cannot be baked into " + home + ": not as expected on this JDK",
                "--remedies", "arenas");
    }

    /** The user cannot write to the JDK. */
    @Tag("long")
    @Test
    void aReadOnlyJdkIsBakedAndNotTouched() throws Exception {
        Path home = folder.resolve("jdk");
        copy(TestJdk.current().home(), home);
        Path jar = Files.copy(ForkedJvm.JAR, folder.resolve("slipstream.jar"));
        Path out = Files.createDirectory(folder.resolve("out"));
        run("bash", "-c", "chmod 755 " + folder + " && chmod -R a-w " + home + " && chmod 777 " + out);
        String look = "cd " + home + " && find . -printf '%P %s %T@ %m\n' | sort";
        String before = run("bash", "-c", look).out();
        String other = run("id", "-u").out().equals("0\n") ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
        Ended ended =
                run("bash", "-c", "XDG_CACHE_HOME=" + out + " " + other + home + "/bin/java -jar " + jar + " bake --jdk " + home
                        + " --output " + out + "/baked");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(run("bash", "-c", look).out()).isEqualTo(before);
        assertThat(run(out + "/baked/bin/java", "-version").err()).contains(" with Slipstream ");
        run("bash", "-c", "chmod -R u+w " + folder);
    }

    @Tag("long")
    @Test
    void refusesAnImageInWhichNothingCouldStart() throws Exception {
        Path image = folder.resolve("image");
        Ended jlink = run(TestJdk.current().home().resolve("bin/jlink").toString(), "--add-modules", "java.base", "--output",
                image.toString());
        assertThat(jlink.exitCode()).as("%s", jlink).isZero();
        refuses(TestJdk.current(), image, 2, "lacks the module java.instrument; add it with jlink --add-modules");
    }

    /** A JDK whose image begins with other bytes, is of a later format, or is truncated. */
    @ParameterizedTest
    @ValueSource(strings = {"0 does not begin like an image", "6 has the unknown format", "-1 is truncated"})
    void refusesADamagedImage(String placeAndMessage) throws Exception {
        int place = Integer.parseInt(placeAndMessage.substring(0, placeAndMessage.indexOf(' ')));
        Path home = Files.createDirectories(folder.resolve("jdk/lib")).getParent();
        Path modules = Files.copy(TestJdk.current().home().resolve("lib/modules"), home.resolve("lib/modules"));
        Files.setPosixFilePermissions(modules, PosixFilePermissions.fromString("rw-r--r--"));
        try (RandomAccessFile file = new RandomAccessFile(modules.toFile(), "rw")) {
            if (place < 0) {
                file.setLength(file.length() / 2);
            } else {
                file.seek(place);
                file.write(7);
            }
        }
        refuses(TestJdk.current(), home, 2, placeAndMessage.substring(placeAndMessage.indexOf(' ')));
    }

    @Test
    void aFullDiskLeavesNothing() throws Exception {
        Path parent = Files.createDirectories(folder.resolve("parent"));
        String java = TestJdk.current().java().toString();
        // A file may be of 50,000 blocks at most; the image is larger.
        Ended ended = run("bash", "-c", "ulimit -f 50000; exec " + java + " -jar " + ForkedJvm.JAR + " bake --jdk "
                + TestJdk.current().home()
                + " --output " + parent.resolve("made/out"));
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).as("%s", ended).contains("slipstream: nothing was baked: ", parent.resolve("made") + "/",
                "File too large");
        assertThat(parent).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Copying TERM 143", "Archiving INT 130"})
    void anInterruptLeavesNothing(String stepSignalAndCode) throws Exception {
        Path parent = Files.createDirectories(folder.resolve("parent"));
        String[] words = stepSignalAndCode.split(" ");
        try (Running bake = Tool.start("bake", "--jdk", TestJdk.current().home().toString(), "--output", parent.resolve("out")
                .toString())) {
            bake.waitUntil("the step", () -> bake.err().contains(words[0]));
            bake.signal(words[1]);
            Ended ended = bake.end();
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(Integer.parseInt(words[2]));
            assertThat(ended.err()).as("%s", ended).endsWith("\nslipstream: nothing was baked: stopped; nothing is left of it\n");
        }
        assertThat(parent).isEmptyDirectory();
    }

    /** Runs the page's Dockerfile step by step, with a folder for each stage. */
    @Tag("long")
    @OnEveryJdk(from = 21, to = 21)
    void theDockerfileWorks(TestJdk jdk) throws Exception {
        String page = Files.readString(ForkedJvm.ROOT.resolve("docs/bake.md"));
        String file = page.substring(page.indexOf("```dockerfile\n") + 14, page.indexOf("\n```", page.indexOf("```dockerfile")));
        Path stage = null;
        for (String line : file.lines().toList()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "FROM" -> {
                    Path from = folder.resolve(words[1]);
                    stage = Files.createDirectory(folder.resolve(words.length > 3 ? words[3] : "final"));
                    copy(Files.exists(from) ? from.resolve("opt/java/openjdk")
                            : (words[1].equals("eclipse-temurin:25-jdk") ? TestJdk.current() : jdk).home(),
                            stage.resolve("opt/java/openjdk"));
                }
                case "COPY" ->
                    copy(words.length == 3 ? ForkedJvm.JAR : folder.resolve(words[1].substring("--from=".length()) + words[2]),
                            stage.resolve(words[words.length - 1].substring(1)));
                case "RUN" -> {
                    String command = line.substring("RUN ".length()).replace(" /", " " + stage + "/")
                            .replaceFirst("^java", stage.resolve("opt/java/openjdk/bin/java").toString());
                    Ended ended = run("bash", "-c", command);
                    assertThat(ended.exitCode()).as("%s", ended).isZero();
                }
                default -> throw new AssertionError(line);
            }
        }
        try (Running jvm =
                works(new TestJdk(jdk.feature(), stage.resolve("opt/java/openjdk"))).with(LATE).start(Programs.CONSOLE)) {
            waitUntilWorking(jvm, "arenas naming pinning");
        }
    }

    private static void copy(Path from, Path to) throws Exception {
        Files.createDirectories(to.getParent());
        Ended ended = run("bash", "-c", "rm -rf " + to + " && cp -rL " + from + " " + to);
        assertThat(Files.exists(to)).as("%s", ended).isTrue();
    }
}
