package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the launcher, in a checkout that is built and has no Maven: all that it would build or fetch is seen. */
class LauncherTest {
    @TempDir
    private Path folder;

    private Path checkout;

    @BeforeEach
    void makeACheckout() throws IOException {
        checkout = Files.createDirectory(folder.resolve("checkout"));
        for (String source : List.of("runtime", "library", "graft", "agent", "results", "diagnose", "cli", "lab", "contest",
                "bundle",
                "target", "tools")) {
            Files.createDirectory(checkout.resolve(source));
        }
        Files.writeString(checkout.resolve("pom.xml"), "<duckdb.version>1.0</duckdb.version>\n");
        for (String file : List.of("slipstream", "tools/toolchain.sh", "tools/setup.sh", "tools/ImportCertificates.java",
                "tools/duckdb")) {
            Files.copy(ForkedJvm.ROOT.resolve(file), checkout.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Path maven = Files.writeString(Files.createDirectory(folder.resolve("bin")).resolve("mvn"),
                "#!/bin/sh\necho 'Maven was run'\nexit 1\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(ForkedJvm.JAR, checkout.resolve("target/slipstream.jar"));
    }

    private Ended run(Path from, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command))).directory(from.toFile());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + builder.environment().get("PATH"));
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().put("SLIPSTREAM_JAVA_HOME", TestJdk.current().home().toString());
        builder.environment().keySet().removeAll(List.of("SLIPSTREAM_COMMAND", "SLIPSTREAM_ROOT", "SLIPSTREAM_DUCKDB"));
        return Running.start(builder).end();
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("./slipstream"));
        command.addAll(List.of(arguments));
        return run(checkout, command.toArray(String[]::new));
    }

    @Test
    void commandsBeginWithWhatWasTyped() throws Exception {
        Ended ended = run("nosuch");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).as("%s", ended).endsWith("run ./slipstream --help\n");
        assertThat(run(checkout.resolve("tools"), "../slipstream", "nosuch").err()).endsWith("run ../slipstream --help\n");
        String path = checkout.resolve("slipstream").toString();
        assertThat(run(folder, path, "nosuch").err()).endsWith("run " + path + " --help\n");
        assertThat(run(checkout, "bash", "slipstream", "nosuch").err()).endsWith("run ./slipstream --help\n");
        Files.createSymbolicLink(folder.resolve("bin/slipstream"), checkout.resolve("slipstream"));
        assertThat(run(folder, "sh", "-c", "slipstream nosuch").err()).endsWith("run slipstream --help\n");
        String java = TestJdk.current().java().toString();
        assertThat(run(checkout, java, "-jar", "target/slipstream.jar", "nosuch").err())
                .endsWith("run " + java + " -jar target/slipstream.jar --help\n");
    }

    /** With CDPATH in the environment, {@code cd} leads into another folder of the name. */
    @Test
    void theFoldersOfTheUsersShellLeadNowhere() throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/tools")).getParent();
        Ended ended = run(checkout, "env", "CDPATH=" + elsewhere, "bash", "-c", ". tools/setup.sh && cd tools && pwd");
        assertThat(ended.out()).as("%s", ended).isEqualTo(checkout.toRealPath().resolve("tools") + "\n");
    }

    /** {@code test --help} once ran Maven. */
    @Test
    void helpRunsNothing() throws Exception {
        for (String[] arguments : new String[][] {{"test", "--help"}, {"build", "-h"}, {"format", "-h"}, {"help", "test"}}) {
            Ended ended = run(arguments);
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).as("%s", ended).startsWith("The launcher's own commands:\n").doesNotContain("Maven was run");
            assertThat(ended.err()).as("%s", ended).isEmpty();
        }
        for (String help : List.of("help", "--help", "-h")) {
            assertThat(run(help).out()).contains("Usage: ./slipstream ", "diagnose", "The launcher's own commands:\n");
        }
    }

    /** As on a system that is no Debian, where the launcher can fetch nothing. */
    @Test
    void wherePackagesCannotBeFetchedTheOneToInstallIsNamed() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        for (String name : List.of("bash", "basename", "cat", "dirname", "env", "find", "mkdir", "mktemp", "mv", "readlink", "rm",
                "sed", "touch")) {
            Path program =
                    Stream.of(System.getenv("PATH").split(":")).map(place -> Path.of(place, name)).filter(Files::isExecutable)
                            .findFirst().orElseThrow();
            Files.createSymbolicLink(programs.resolve(name), program);
        }
        Ended noMaven = run(checkout, "env", "PATH=" + programs, "bash", "slipstream", "build");
        assertThat(noMaven.exitCode()).as("%s", noMaven).isEqualTo(2);
        assertThat(noMaven.err()).as("%s", noMaven)
                .contains("needs Maven for building; Debian, Ubuntu: apt-get install maven; SDKMAN: ");
    }

    /** DuckDB has 80 MB. */
    @Test
    void fleetChecksItsArgumentsBeforeItFetches() throws Exception {
        for (String[] arguments : new String[][] {{"fleet"}, {"fleet", "/nonexistent"},
            {"fleet", "--name", "nonsense", "tools"}}) {
            Ended ended = run(arguments);
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
            assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().startsWith("slipstream: ");
        }
        Files.writeString(checkout.resolve("a.jfr"), "no recording");
        Ended fetches = run("fleet", "--name", "service=path:(.*)", "a.jfr");
        assertThat(fetches.exitCode()).as("%s", fetches).isEqualTo(3);
        assertThat(fetches.err()).as("%s", fetches).contains("fetching DuckDB 1.0 (80 MB) ...", "Maven was run",
                "slipstream: DuckDB could not be fetched; the reason is above");
    }
}
