package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.ExitCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;

/** Test of the refusals of commands before anything runs; the packaged jar's tests run the rest. */
class RefusalsTest {
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

    private void refusesToDiagnose(String why, String... args) {
        refuses(ExitCodes.BAD_USAGE, why, "diagnose", args);
    }

    /** Without a terminal nothing is asked. */
    @Test
    void whereNoneIsNamedTheListIsShown() {
        for (String command : List.of("attach", "detach", "status", "diagnose")) {
            err.reset();
            assertThat(Main.run(command)).isEqualTo(ExitCodes.BAD_USAGE);
            assertThat(err.toString(StandardCharsets.UTF_8)).endsWith("slipstream: name a process id or a main class\n");
        }
    }

    @Test
    void aCommandWithoutAJvmIsNotSaidToHaveHadOne() {
        refuses(ExitCodes.NOTHING_DONE, "true ended without a recording of any JVM.", "diagnose", "--", "true");
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("killed");
        refuses(ExitCodes.NOTHING_DONE, "without a recording of any JVM. The command exited with code 1.", "diagnose", "--",
                "false");
    }

    @Test
    void aMistypedCommandGetsASuggestion() {
        refuses(ExitCodes.BAD_USAGE, "'statsu' is not known; did you mean status?", "statsu");
        refuses(ExitCodes.BAD_USAGE, "'detatch' is not known; did you mean detach?", "detatch", "1");
        refuses(ExitCodes.BAD_USAGE, "'nosuch' is not known; known: prove, report, ", "nosuch", "--help");
        refuses(ExitCodes.BAD_USAGE, "'nosuch' is not known; known: ", "--help", "nosuch");
        refuses(ExitCodes.BAD_USAGE, "'statsu' is not known; did you mean status?", "help", "statsu");
        refuses(ExitCodes.BAD_USAGE, "'2' is one argument too many; for the options, run slipstream status --help", "status", "1",
                "2");
        refuses(ExitCodes.BAD_USAGE, "'' is not known; known: ", "");
        refuses(ExitCodes.BAD_USAGE, "Unknown option: '--jsno'; did you mean --json?", "status", "--jsno");
        refuses(ExitCodes.BAD_USAGE, "slipstream: --json, --watch are mutually exclusive", "ps", "--json", "--watch");
        refuses(ExitCodes.BAD_USAGE, "'sta?[31mtsu' is not known", "sta\u001b[31mtsu");
    }

    /** As a name that is not ASCII in the locale C. */
    @Test
    void aPathThatTheLocaleLacksIsSaid() {
        String why = "x?.jfr is no path in the character set of this locale; set LC_ALL";
        refuses(ExitCodes.BAD_USAGE, why, "fleet", "--name", "service=env:NAME", "x\0.jfr");
        refuses(ExitCodes.BAD_USAGE, why, "fleet", "--name", "service=env:NAME", "--output", "x\0.jfr", folder.toString());
        refuses(ExitCodes.BAD_USAGE, why, "diagnose", "x\0.jfr");
    }

    @Test
    void helpIsACommand() {
        PrintStream realOut = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run("help")).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("Usage: slipstream [-hV] [COMMAND]", "  help ");
            out.reset();
            assertThat(Main.run("help", "status")).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: slipstream status ");
        } finally {
            System.setOut(realOut);
        }
    }

    /** NullAway takes an argument's field as set. */
    @Test
    void anArgumentThatMayBeMissingIsNullable() {
        for (CommandLine command : Main.commandLine().getSubcommands().values()) {
            for (ArgSpec each : command.getCommandSpec().args()) {
                if (each.userObject() instanceof Field field && !each.required() && each.defaultValue() == null
                        && each.initialValue() == null) {
                    assertThat(field.getAnnotatedType().isAnnotationPresent(Nullable.class)).as("%s", field).isTrue();
                }
            }
        }
    }

    /** But the two that print something of the others. */
    @Test
    void helpHasTheExitCodes() {
        Map<String, CommandLine> commands = new TreeMap<>(Main.commandLine().getSubcommands());
        commands.keySet().removeAll(List.of("help", "generate-completion"));
        commands.forEach((name, command) -> assertThat(command.getUsageMessage(Help.Ansi.OFF)).as(name).containsPattern(
                "\nExit codes:\n +\\d+ +\\w").containsPattern("\n +2 +\\w"));
    }

    /** The lab's jar, which has these commands, is not beside this one. */
    @Test
    void aCommandOfTheLabSaysWhatIsMissing() {
        String jar = System.setProperty("slipstream.jar", folder.resolve("slipstream.jar").toString());
        try {
            for (String command : List.of("prove", "jdks")) {
                refuses(ExitCodes.BAD_USAGE, command + " needs slipstream-lab.jar of the same build beside " + folder, command,
                        "naming", "--budget", "3m");
            }
        } finally {
            restore(jar);
        }
    }

    /** HotSpot ends a path there, replaces it, or ends with an error where the locale does not have it. */
    @Test
    void archiveRefusesFoldersThatAJvmMisreads() {
        for (String name : List.of("a=b", "a:b", "a,b", "a%pb", "a\"b", "a\nb", "\u00fc", "\ud835\udd38")) {
            refuses(ExitCodes.BAD_USAGE, "; name a folder with ASCII characters, but none of = : , % \"", "archive", "--output",
                    folder.resolve(name).toString(), "--", "java", "Shop");
        }
    }

    @Test
    void archiveRefusesBadUsage() throws IOException {
        String other = folder.resolve("other").toString();
        refuses(ExitCodes.BAD_USAGE, "--for must be at least 1s", "archive", "--output", other, "--for", "0s", "--", "java",
                "Shop");
        refuses(ExitCodes.BAD_USAGE, "leave -agentlib:jdwp out here", "archive", "--output", other, "--", "java",
                "-agentlib:jdwp",
                "Shop");
        Path file = Files.writeString(folder.resolve("file"), "-XX:SharedArchiveFile=x.jsa");
        refuses(ExitCodes.BAD_USAGE, "leave -XX:SharedArchiveFile=x.jsa of @" + file + " out", "archive", "--output", other, "--",
                "java",
                "@" + file, "Shop");
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("none"));
        refuses(ExitCodes.BAD_USAGE, link + " exists", "archive", "--output", link.toString(), "--", "java", "Shop");
    }

    /** Nor are the folders above it left. */
    @Test
    void archiveLeavesNothing() throws IOException {
        String jar = System.setProperty("slipstream.jar", folder.resolve("none.jar").toString());
        try {
            for (String last : List.of("b", "b".repeat(300))) {
                assertThat(Main.run("archive", "--output", folder.resolve("a").resolve(last).toString(), "--", "java", "Shop"))
                        .isEqualTo(ExitCodes.FAILED);
                assertThat(folder).isEmptyDirectory();
            }
        } finally {
            restore(jar);
        }
    }

    @Test
    void aFileOfArgumentsIsLeftToTheCommand() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "one two");
        String jar = System.setProperty("slipstream.jar", folder.resolve("slipstream.jar").toString());
        try {
            assertThat(Main.run("run", "--", "test", "@" + file, "=", "@" + file)).isZero();
        } finally {
            restore(jar);
        }
        refuses(ExitCodes.BAD_USAGE, "'2' is one argument too many", "status", "@" + folder, "2");
    }

    private static void restore(@Nullable String jar) {
        if (jar == null) {
            System.clearProperty("slipstream.jar");
        } else {
            System.setProperty("slipstream.jar", jar);
        }
    }

    @Test
    void diagnoseRefusesBadUsage() throws IOException {
        refusesToDiagnose("is not a duration", "--for", "soon", "1");
        refusesToDiagnose("between 1s and 24h", "--for", "0s", "1");
        refusesToDiagnose("diagnose them one by one", "1", "2");
        refusesToDiagnose("diagnose them one by one", "1", "a.jfr");
        refusesToDiagnose("applies to running JVMs only", "--for", "3s", "a.jfr");
        refusesToDiagnose("applies to running JVMs only", "--watch", "a.jfr");
        refusesToDiagnose("cannot be combined with --json or a command", "--watch", "--json", "1");
        refusesToDiagnose("cannot be combined with --json or a command", "--watch", "--", "java");
        refusesToDiagnose("cannot be combined with other targets", "1", "--", "java");
        refusesToDiagnose("cannot be written", "--html", folder.resolve("no/page.html").toString(), "1");
        Path file = Files.createFile(folder.resolve("file"));
        refusesToDiagnose("cannot be written", "--keep", file.resolve("evidence").toString(), "1");
        refusesToDiagnose("--xml", "--xml", "1");
    }

    @Test
    void diagnoseRefusesWhatIsNotThere() {
        refuses(ExitCodes.NOTHING_DONE, "process 99999999 does not exist", "diagnose", "99999999");
        refuses(ExitCodes.NOTHING_DONE, "no running JVM of this user matches 'org.example.None'", "diagnose", "org.example.None");
        refusesToDiagnose("none.jfr cannot be read: it does not exist", folder.resolve("none.jfr").toString());
        refusesToDiagnose("none does not exist", "--", folder.resolve("none").toString());
    }

    @Test
    void diagnoseRefusesFilesThatAreNoRecordings() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "FLR");
        refusesToDiagnose(text + " cannot be read: it is not a flight recording", text.toString());
        refusesToDiagnose("it is a folder", folder.toString());
    }
}
