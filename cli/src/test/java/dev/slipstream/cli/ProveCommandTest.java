package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.prove.Order;
import dev.slipstream.lab.experiment.Experiments;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before anything runs; the packaged jar's tests run the rest. */
class ProveCommandTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(String... args) {
        PrintStream real = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            return Main.run(Stream.concat(Stream.of("prove"), Stream.of(args)).toArray(String[]::new));
        } finally {
            System.setErr(real);
        }
    }

    private void refuses(String why, String... args) {
        assertThat(run(args)).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains(why);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesUnknownRemedies() {
        refuses("There is no experiment 'pining'; there is " + String.join(", ", Experiments.remedies()), "pining",
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
    void refusesTimesThatAreNone() {
        refuses("'soon' is no time; write it like 90s, 10m or 1h30m", "--budget", "soon", "--output", folder.toString());
        refuses("'' is no time", "--budget", "", "--output", folder.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--quick", "--full", "--until-decided", "--pairs"})
    void refusesSizes(String option) {
        refuses("Unknown option: '" + option + "'", option, "--output", folder.toString());
    }

    @Test
    void refusesToResumeWhatWasNeverBegun() {
        refuses("there is no proof in", "--resume", "--output", folder.toString());
    }

    @Test
    void onlyTheTimeAndWhatFailsMayBeGivenAnew() throws Exception {
        refuses("leave out --only", "--resume", "--only", "a", "--output", folder.toString());
        refuses("leave out --jdk", "--resume", "--jdk", "21=" + folder, "--output", folder.toString());
        refuses("leave out naming", "--resume", "naming", "--output", folder.toString());
        refuses("there is no proof in", "--resume", "--budget", "9m", "--strict", "--output", folder.toString());
    }

    @Test
    void aResumedProofIsTheOneThatWasBegun() throws Exception {
        new Order(List.of("pining"), "2026-01-01T00:00:00Z", List.of(), "").write(folder);
        assertThat(run("--resume", "--budget", "9m", "--strict", "--output", folder.toString())).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("There is no experiment 'pining'");
    }

    @Test
    void refusesTablesThatHaveNoPlace() {
        refuses("cannot be written to", "--markdown", folder.resolve("none/a.md").toString(), "--output", folder.toString());
    }
}
