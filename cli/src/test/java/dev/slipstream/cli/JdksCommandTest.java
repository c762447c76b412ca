package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is refused; the packaged jar's tests run the rest. */
class JdksCommandTest {
    @TempDir
    private Path folder;

    private static void refuses(String why, String... args) {
        StringWriter said = new StringWriter();
        int exit = new CommandLine(new JdksCommand()).setErr(new PrintWriter(said)).execute(args);
        assertThat(exit).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(said.toString()).contains(why);
    }

    @Test
    void refusesWhatIsNoJdk() {
        refuses("is no JDK", "--jdk", folder.toString());
    }

    @Test
    void refusesAnotherReleaseThanItWasCalled() {
        refuses("that is JDK", "--jdk", "9=" + System.getProperty("java.home"));
    }

    @Test
    void refusesUnknownOptions() {
        refuses("--xml", "--xml");
    }
}
