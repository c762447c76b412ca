package dev.slipstream.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the folder into which the command line is unpacked, and of the lab beside it. */
class CommandLineTest {
    @Test
    void isBelowAFolderThatDoesNotDependOnTheWorkingDirectory() {
        assertThat(CommandLine.base(Map.of("XDG_CACHE_HOME", "/cache", "HOME", "/home/me"), "/me")).isEqualTo(Path.of("/cache"));
        assertThat(CommandLine.base(Map.of("XDG_CACHE_HOME", "", "HOME", "/home/me"), "/me"))
                .isEqualTo(Path.of("/home/me/.cache"));
        assertThat(CommandLine.base(Map.of("XDG_CACHE_HOME", "cache", "HOME", ""), "/me")).isEqualTo(Path.of("/me/.cache"));
        assertThat(CommandLine.base(Map.of("HOME", "\0"), "/me")).isEqualTo(Path.of("/me/.cache"));
        assertThat(CommandLine.base(Map.of("HOME", ""), "?")).isNull();
        assertThat(CommandLine.base(Map.of(), "")).isNull();
    }

    private static Path jar(Path file, String parts) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(CommandLine.PARTS));
            zip.write(parts.getBytes(StandardCharsets.US_ASCII));
        }
        return file;
    }

    @Test
    void theLabIsOfTheSameBuild(@TempDir Path folder) throws IOException {
        Path jar = jar(folder.resolve("slipstream.jar"), "one");
        Path lab = folder.resolve("slipstream-lab.jar");
        assertThat(CommandLine.isOurLab(jar, lab)).as("none is there").isFalse();
        assertThat(CommandLine.isOurLab(jar, jar(lab, "one"))).isTrue();
        assertThat(CommandLine.isOurLab(jar, jar(lab, "another"))).isFalse();
        Files.writeString(lab, "damaged");
        assertThat(CommandLine.isOurLab(jar, lab)).isFalse();
    }
}
