package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is refused before anything runs; the packaged jar's tests run the rest. */
class ProveCommandTest {
    private final StringWriter said = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... args) {
        return new CommandLine(new ProveCommand()).setErr(new PrintWriter(said)).execute(args);
    }

    private void refuses(String why, String... args) {
        assertThat(run(args)).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(said.toString()).contains(why);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesUnknownRemedies() {
        refuses("There is no experiment 'pining'; there is arenas, buffering, naming, pinning", "pining",
                "--output", folder.toString());
    }

    @Test
    void refusesUnknownParts() {
        refuses("There is no part q; there is a, b, c, d, e, f, g", "--only", "a,q", "--no-download", "--output", folder.toString());
    }

    @Test
    void refusesWhatIsNoJdk() {
        refuses("is no JDK", "--jdk", "21=" + folder, "--output", folder.toString());
    }

    @Test
    void refusesAnotherReleaseThanItWasCalled() {
        refuses("that is JDK", "--jdk", "9=" + System.getProperty("java.home"), "--output", folder.toString());
    }

    @Test
    void refusesContradictions() {
        refuses("mutually exclusive", "--quick", "--full", "--output", folder.toString());
    }

    @Test
    void refusesNoPairs() {
        refuses("--pairs must be at least 1", "--pairs", "0", "--output", folder.toString());
    }

    @Test
    void refusesTimesThatAreNone() {
        refuses("'soon' is no time; write it like 90s, 10m or 1h30m", "--budget", "soon", "--output", folder.toString());
        refuses("'' is no time", "--budget", "", "--output", folder.toString());
    }

    @Test
    void refusesABudgetThatNobodyKeeps() {
        refuses("--until-decided", "--budget", "10m", "--output", folder.toString());
    }

    @Test
    void refusesTablesThatHaveNoPlace() {
        refuses("cannot be written to", "--markdown", folder.resolve("none/a.md").toString(), "--output", folder.toString());
    }
}
