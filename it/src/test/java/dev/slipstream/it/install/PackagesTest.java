package dev.slipstream.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Programs;
import dev.slipstream.it.program.common.Threads;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Refusal;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of what is installed without a checkout: built once, then used where nothing of the checkout is. */
@Tag("long")
@ResourceLock("diagnoses")
class PackagesTest {
    private static final String SERVICE = Programs.PACKAGE + "pinning.Serves";

    /** Bare Debians, and the maker of man pages, are fetched first where they are not there yet. */
    private static final long MOST_MINUTES = 30;

    @TempDir
    private static Path folder;

    private static Path packages;

    @BeforeAll
    static void build() throws Exception {
        packages = folder.resolve("packages");
        made(packages);
    }

    private static void made(Path place) throws Exception {
        Ended ended = tool("package", place.toString());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
    }

    private static ProcessBuilder builder(String name, String... arguments) {
        return new ProcessBuilder(Stream.concat(Stream.of(ForkedJvm.ROOT.resolve("tools").resolve(name).toString()),
                Stream.of(arguments)).toList());
    }

    private static Ended tool(String name, String... arguments) throws Exception {
        return ended(builder(name, arguments));
    }

    private static Ended ended(ProcessBuilder builder) throws Exception {
        try (Running running = Running.start(builder)) {
            running.endsWithin(TimeUnit.MINUTES.toSeconds(MOST_MINUTES));
            return running.end();
        }
    }

    /** Runs a script that needs a bare Debian, which only root can make. Returns what it prints; empty if it was refused. */
    private static String done(String name, String... arguments) throws Exception {
        Ended ended = tool(name, arguments);
        if (ended.exitCode() == 2 || ended.err().contains("unshare: ")) {
            Refusal.isTold(ended.err());
            return "";
        }
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return ended.out();
    }

    private static TestJdk jdk21() {
        return TestJdk.all().stream().filter(jdk -> jdk.feature() == 21).findFirst().orElseThrow();
    }

    @Test
    void anotherBuildGivesTheSameBytes() throws Exception {
        Path again = folder.resolve("again");
        made(again);
        assertThat(sums(again)).isEqualTo(sums(packages)).hasSize(3);
    }

    private static Map<String, String> sums(Path files) throws Exception {
        Map<String, String> sums = new TreeMap<>();
        try (Stream<Path> all = Files.list(files)) {
            for (Path each : all.toList()) {
                sums.put(each.getFileName().toString(),
                        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(each))));
            }
        }
        return sums;
    }

    /** As on a full disk: half of the packages would pass for all. */
    @Test
    void aBuildThatFailsLeavesNothing() throws Exception {
        Path packer = Files.writeString(Files.createDirectory(folder.resolve("bin")).resolve("dpkg-deb"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(packer, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path place = folder.resolve("half");
        ProcessBuilder builder = builder("package", place.toString());
        builder.environment().merge("PATH", packer.getParent() + ":", (path, own) -> own + path);
        Ended ended = ended(builder);
        assertThat(ended.exitCode()).as("%s", ended).isNotZero();
        assertThat(place).doesNotExist();
    }

    @Test
    void inABareDebianAServiceIsCuredAndNothingIsLeft() throws Exception {
        String classes = Path.of(Threads.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        String said = done("try-install", packages.toString(), jdk21().home().toString(), classes, SERVICE);
        if (!said.isEmpty()) {
            assertThat(said).contains("$ slipstream self-check", "It hangs: 2 of 2 carriers", "pinning: active")
                    .endsWith("Nothing is left.\n");
        }
    }

    @Test
    void debiansPackagesAreFaultlessAndHavePagesAndCompletion() throws Exception {
        String said = done("try-debian", packages.toString());
        if (!said.isEmpty()) {
            assertThat(said).contains("man slipstream-diagnose: ", "bash: --dry-run", "called: attach --dry-run 4711");
        }
    }

    @Test
    void eachImageIsBuiltStepByStep() throws Exception {
        String said = done("try-images", packages.toString(), jdk21().home().toString());
        if (!said.isEmpty()) {
            assertThat(said).contains("$ slipstream-agent: ", "slipstream: naming active")
                    .containsPattern("\\$ temurin-slipstream: .*\\R.*\\R.* with Slipstream .*pinning")
                    .containsPattern("\\$ slipstream-jdk: .*\\R.*\\R.* with Slipstream .*pinning.*\\R.*\\R65534\\R")
                    .containsPattern("\\$ debian-slipstream: .*\\R.*\\R.* with Slipstream .*naming");
        }
    }
}
