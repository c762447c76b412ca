package dev.slipstream.cli.prove;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.Main;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.lab.experiment.Experiments;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** Test of the refusals of the lab's commands before anything runs. */
class ProveRefusalsTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream realErr = System.err;

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stopListening() {
        System.setErr(realErr);
    }

    private void refuses(int exitCode, String why, String command, String... args) {
        err.reset();
        assertThat(Main.run(Stream.concat(Stream.of(command), Stream.of(args)).toArray(String[]::new))).isEqualTo(exitCode);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("slipstream: ").contains(why).hasLineCount(1);
    }

    private void refusesToProve(String why, String... args) {
        refuses(ExitCodes.BAD_USAGE, why, "prove",
                Stream.concat(Stream.of(args), Stream.of("--output", folder.toString())).toArray(String[]::new));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void helpListsThemWhereItListsThoseThatStandForThem() {
        assertThat(Main.commandLine().getSubcommands().keySet()).startsWith("prove", "report", "jdks", "diagnose");
    }

    @Test
    void helpHasTheExitCodes() {
        Map<String, CommandLine> commands = new TreeMap<>(Main.commandLine().getSubcommands());
        commands.keySet().retainAll(List.of("prove", "jdks"));
        assertThat(commands).hasSize(2).allSatisfy((name, command) -> assertThat(command.getUsageMessage(Help.Ansi.OFF)).as(name)
                .containsPattern("\nExit codes:\n +\\d+ +\\w").containsPattern("\n +2 +\\w"));
    }

    @Test
    void jdksRefusesBadUsage() {
        refuses(ExitCodes.BAD_USAGE, "is no JDK", "jdks", "--jdk", folder.toString());
        refuses(ExitCodes.BAD_USAGE, "expected JDK 9, found JDK", "jdks", "--jdk", "9=" + System.getProperty("java.home"));
        refuses(ExitCodes.BAD_USAGE, "--xml", "jdks", "--xml");
        refuses(ExitCodes.BAD_USAGE, "Unknown option: '--jsno'; did you mean --json?", "jdks", "--jsno");
    }

    @Test
    void proveRefusesUnknownRemediesAndParts() {
        refusesToProve("'pining' is not known; did you mean pinning?", "pining");
        refusesToProve("'rubbish' is not known; known: " + String.join(", ", Experiments.remedies()), "rubbish");
        refusesToProve("unknown part q; the parts are a, b, c, d, e, f, g", "--only", "a,q", "--no-download");
        refusesToProve("unknown part a-length", "naming", "--only", "a-length-16,a-length", "--no-download");
        refusesToProve("part h-start-up is about baked JDKs; add --baked", "naming", "--only", "h-start-up", "--no-download");
        refusesToProve("part h is about baked JDKs; add --baked", "naming", "--only", "h", "--no-download");
    }

    @Test
    void proveRefusesOtherJdksThanItWasTold() {
        refusesToProve("is no JDK", "--jdk", "21=" + folder);
        refusesToProve("expected JDK 9, found JDK", "--jdk", "9=" + System.getProperty("java.home"));
    }

    @Test
    void proveRefusesTimesThatAreNone() {
        refusesToProve("'soon' is not a duration; write it as 90s, 10m or 1h30m", "--budget", "soon");
        refusesToProve("'' is not a duration", "--budget", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--quick", "--full", "--until-decided", "--pairs"})
    void proveRefusesSizes(String option) {
        refusesToProve("Unknown option: '" + option + "'", option);
    }

    @Test
    void proveRefusesToResumeWhatWasNeverBegun() {
        refusesToProve("no proof to resume in", "--resume");
    }

    @Test
    void onlyTheTimeAndWhatFailsMayBeGivenAnew() {
        refusesToProve("leave out --only", "--resume", "--only", "a");
        refusesToProve("leave out --jdk", "--resume", "--jdk", "21=" + folder);
        refusesToProve("leave out naming", "--resume", "naming");
        refusesToProve("no proof to resume in", "--resume", "--budget", "9m", "--strict");
    }

    @Test
    void aResumedProofIsTheOneThatWasBegun() throws IOException {
        new Order(List.of("pining"), "2026-01-01T00:00:00Z", List.of(), "").write(folder);
        refuses(ExitCodes.BAD_USAGE, "'pining' is not known", "prove", "--resume", "--budget", "9m", "--strict",
                "--output", folder.toString());
    }

    @Test
    void proveRefusesTablesThatHaveNoPlace() {
        refusesToProve("cannot write to its folder", "--markdown", folder.resolve("none/a.md").toString());
    }
}
