package dev.slipstream.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the launcher that packages have, in a tree like theirs. */
class LauncherOfThePackageTest {
    private static final String NEWER_OPTION = "--sun-misc-unsafe-memory-access=allow -jar ";

    @TempDir
    private Path folder;

    private Path launcher;

    @BeforeEach
    void install() throws IOException {
        launcher = Files.createDirectories(folder.resolve("usr/bin")).resolve("slipstream");
        Path share = Files.createDirectories(folder.resolve("usr/share/slipstream"));
        Files.copy(ForkedJvm.ROOT.resolve("package/slipstream"), launcher);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(ForkedJvm.JAR, share.resolve("slipstream.jar"));
    }

    private Ended run(Path java, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env", "-i", "HOME=" + folder, "SLIPSTREAM_JAVA_HOME=" + java,
                "PATH=" + launcher.getParent() + ":/usr/bin:/bin"));
        command.addAll(List.of(words));
        return Running.start(new ProcessBuilder(command)).end();
    }

    @Test
    void findsItsJarAndSaysWhatWasTyped() throws Exception {
        Path java = TestJdk.all().getFirst().home();
        assertThat(run(java, "slipstream", "nosuch").err()).endsWith("run slipstream --help\n");
        Path link = Files.createSymbolicLink(folder.resolve("another"), launcher);
        assertThat(run(java, link.toString(), "nosuch").err()).endsWith("run " + link + " --help\n");
    }

    @Test
    void refusesWhatIsNoJavaRuntime() throws Exception {
        Ended ended = run(folder, "slipstream", "--version");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).isEqualTo("slipstream: SLIPSTREAM_JAVA_HOME=" + folder + " is no Java runtime 17 or newer\n");
    }

    /** Java 8 has no file {@code release} in some builds, and a version that begins with 1 in others. */
    @Test
    void takesTheFirstJavaThatIsNewEnough() throws Exception {
        Path eight = java("eight", "1.8.0_402");
        Path eleven = java("eleven", "11.0.2");
        Path good = java("a good one", "17.0.1");
        Path newer = java("newer", "25");
        Path bin = Files.createDirectory(folder.resolve("links"));
        Path link = bin.resolve("java");
        String path = "PATH=" + launcher.getParent() + ":" + bin + ":/usr/bin:/bin";
        Files.createSymbolicLink(link, newer.resolve("bin/java"));
        for (Path old : List.of(folder, eight, eleven)) {
            assertThat(run(Path.of(""), path, "JAVA_HOME=" + old, "slipstream", "ps").out()).startsWith("newer " + NEWER_OPTION);
        }
        Files.delete(link);
        Files.createSymbolicLink(link, eleven.resolve("bin/java"));
        assertThat(run(Path.of(""), path, "JAVA_HOME=" + good, "slipstream", "ps", "a b").out())
                .isEqualTo("a good one -jar " + folder.toRealPath() + "/usr/share/slipstream/slipstream.jar ps a b\n");
    }

    /** Makes a Java runtime that prints its name and its arguments. */
    private Path java(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"" + name + " $*\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"any\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    /** DuckDB has 80 MB. */
    @Test
    void fleetFetchesDuckDbWithMaven() throws Exception {
        Path fetcher = folder.resolve("usr/share/slipstream/duckdb");
        Files.writeString(fetcher, Files.readString(ForkedJvm.ROOT.resolve("package/duckdb")).replace("@DUCKDB@", "1.0"));
        Path maven = Files.writeString(launcher.resolveSibling("mvn"), "#!/bin/sh\necho \"Maven was run $*\"\nexit 1\n");
        for (Path script : List.of(fetcher, maven)) {
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Path recording = Files.writeString(folder.resolve("a.jfr"), "no recording");
        Ended fetches = run(TestJdk.all().getFirst().home(), "slipstream", "fleet", "--name", "service=path:(.*)", "--output",
                folder.resolve("fleet").toString(), recording.toString());
        assertThat(fetches.exitCode()).as("%s", fetches).isEqualTo(3);
        assertThat(fetches.err()).as("%s", fetches).contains("fetching DuckDB 1.0 (80 MB) into " + folder, "Maven was run",
                "org.duckdb:duckdb_jdbc:1.0", "slipstream: DuckDB could not be fetched; the reason is above");
    }

    /** The jar that jbang resolves is released with the same version, and has a main class. */
    @Test
    void theCatalogueOfJbangNamesTheReleasedJar() throws Exception {
        JsonObject alias =
                JsonParser.parseString(Files.readString(ForkedJvm.ROOT.resolve("jbang-catalog.json"))).getAsJsonObject()
                        .getAsJsonObject("aliases").getAsJsonObject("slipstream");
        try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
            String version = jar.getManifest().getMainAttributes().getValue("Implementation-Version");
            assertThat(alias.get("script-ref").getAsString()).isEqualTo("dev.slipstream:slipstream-all:" + version);
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class")).isNotEmpty();
        }
    }
}
