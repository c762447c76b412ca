package dev.slipstream.examples.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Given values, defaults, and the messages on wrong usage. */
class OptionsTest {
    private static Options options(String... args) {
        return new Options(args, "--agent", "--jdk", "--users");
    }

    @Test
    void numbersAreWhatIsAskedFor() {
        assertThat(options().number("--users", 3)).isEqualTo(3);
        assertThat(options("--users", "5").number("--users", 3)).isEqualTo(5);
        assertThatThrownBy(() -> options("--users", "many").number("--users", 3))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("--users takes a number, not many");
    }

    @Test
    void whatIsNoOptionIsRefused() {
        assertThatThrownBy(() -> options("--user", "5"))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("unknown option --user");
        assertThatThrownBy(() -> options("--users"))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("no value for --users");
    }

    @Test
    void theJdkIsThisOneUnlessAnotherIsAskedFor(@TempDir Path folder) {
        assertThat(options().jdk()).isEqualTo(ExampleJdk.here());
        assertThatThrownBy(() -> options("--jdk", folder.toString()).jdk())
                .isInstanceOf(IllegalArgumentException.class).hasMessageEndingWith(" is not there");
    }

    @Test
    void theAgentsJarMustBeThere(@TempDir Path folder) throws Exception {
        Path jar = Files.createFile(folder.resolve("a.jar"));
        assertThat(options("--agent", jar + "=naming,quiet").agent("pinning")).isEqualTo(jar + "=naming,quiet");
        assertThat(options("--agent", jar.toString()).jar()).isEqualTo(jar);
        Path missing = folder.resolve("b.jar");
        assertThatThrownBy(() -> options("--agent", missing + "=naming").agent("pinning"))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(missing + " is not there");
    }
}
