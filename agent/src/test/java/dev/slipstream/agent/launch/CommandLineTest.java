package dev.slipstream.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Test of the folder into which the command line is unpacked. */
class CommandLineTest {
    @Test
    void isBelowAFolderThatDoesNotDependOnTheWorkingDirectory() {
        assertThat(CommandLine.base(Map.of("XDG_CACHE_HOME", "/cache", "HOME", "/home/me"), "/me")).isEqualTo(Path.of("/cache"));
        assertThat(CommandLine.base(Map.of("XDG_CACHE_HOME", "", "HOME", "/home/me"), "/me")).isEqualTo(Path.of("/home/me/.cache"));
        assertThat(CommandLine.base(Map.of("XDG_CACHE_HOME", "cache", "HOME", ""), "/me")).isEqualTo(Path.of("/me/.cache"));
        assertThat(CommandLine.base(Map.of("HOME", "\0"), "/me")).isEqualTo(Path.of("/me/.cache"));
        assertThat(CommandLine.base(Map.of("HOME", ""), "?")).isNull();
        assertThat(CommandLine.base(Map.of(), "")).isNull();
    }
}
