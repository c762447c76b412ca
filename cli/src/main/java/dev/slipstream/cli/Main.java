package dev.slipstream.cli;

import dev.slipstream.agent.plan.NotKnown;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.cli.terminal.Typed;
import dev.slipstream.diagnose.result.Slipstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code slipstream} command: dispatches to its subcommands. */
@Command(name = "slipstream", mixinStandardHelpOptions = true, versionProvider = Main.Version.class,
        description = "Merges performance fixes into the JDK that you already run, and proves each on your machine.",
        footer = {"",
            "If a JVM hangs: ps lists the JVMs, diagnose PID says why, attach PID --remedies pinning may free it, status PID shows "
                    + "that, and detach PID takes it back.",
            "Without the command line: java -javaagent:slipstream.jar[=option,...] -jar app.jar"})
public final class Main implements Callable<Integer> {
    /** Mask of the file type in a file's mode. */
    private static final int KIND = 0170000;
    private static final int PIPE = 0010000;

    /** Modules that run-time images lack and commands need, by the beginning of their classes' names. */
    private static final Map<String, String> MODULES =
            Map.of("jdk/jfr/", "jdk.jfr", "java/sql/", "java.sql", "javax/sql/", "java.sql",
                    "java/lang/management/", "java.management", "javax/management/", "java.management", "com/sun/management/",
                    "jdk.management",
                    "java/util/logging/", "java.logging");

    private static final int WIDEST_HELP = 80;

    @Spec
    private CommandSpec spec;

    /** The version in the one jar's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"slipstream " + (version().isEmpty() ? "(unpacked)" : version())};
        }
    }

    /** Returns the version of Slipstream; empty if unknown. */
    public static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] args) {
        Typed.use();
        int exitCode = run(args);
        // Reports failures such as a full disk. A closed pipe is no failure: its reader chose to stop.
        if (System.out.checkError() && exitCode == ExitCodes.DONE && isFileOrDevice()) {
            System.err.println("slipstream: could not write all output to standard output");
            exitCode = ExitCodes.FAILED;
        }
        Interruption.end();
        System.exit(exitCode);
    }

    /** Returns whether standard output is a file or a device rather than a pipe. */
    private static boolean isFileOrDevice() {
        try {
            return ((Integer) Files.getAttribute(Path.of("/proc/self/fd/1"), "unix:mode") & KIND) != PIPE;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return true;
        }
    }

    /** Runs a command line and returns its exit code. */
    public static int run(String... args) {
        try {
            return execute(args);
        } catch (NoClassDefFoundError missing) {
            System.err.println("slipstream: " + lacking(missing.getMessage()));
            return ExitCodes.NOTHING_DONE;
        }
    }

    /** Says which module a class of the JDK is missing with. */
    static String lacking(@Nullable String type) {
        String module = MODULES.entrySet().stream().filter(each -> type != null && type.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst().orElse("that has " + type);
        return "this Java runtime lacks the module " + module
                + "; run slipstream with a JDK, or add the module with jlink --add-modules";
    }

    /** Returns the command with its subcommands, in the order in which help lists them. */
    public static CommandLine commandLine() {
        Map<String, CommandLine> ofTheLab = new HashMap<>();
        for (LabCommand each : ServiceLoader.load(LabCommand.class, Main.class.getClassLoader())) {
            CommandLine command = new CommandLine(each);
            ofTheLab.put(command.getCommandName(), command);
        }
        CommandLine all = new CommandLine(new Main());
        for (Object each : List.of(of(ofTheLab, "prove"), new ReportCommand(), of(ofTheLab, "jdks"), new DiagnoseCommand(),
                new FleetCommand(), new PsCommand(), new RunCommand(), new AttachCommand(), new StatusCommand(),
                new DetachCommand(), new ArchiveCommand(), new BakeCommand(), new VerifyCommand(), new ExplainCommand(),
                new SelfCheckCommand(),
                new HelpCommand(), new CompletionCommand())) {
            all.addSubcommand(each);
        }
        return all;
    }

    private static CommandLine of(Map<String, CommandLine> lab, String name) {
        CommandLine command = lab.get(name);
        return command == null ? WithoutLab.command(name) : command;
    }

    private static int execute(String... args) {
        Screen out = Screen.of(Terminal.OUTPUT);
        return commandLine()
                .registerConverter(Path.class, Main::path)
                // The commands that run and archive start get such words as they are.
                .setExpandAtFiles(false)
                .setCommandName(Slipstream.words())
                .setExecutionExceptionHandler((failure, commandLine, result) -> {
                    Screen.tell("slipstream: " + Failure.describe(failure));
                    return failure instanceof Failure known ? known.exitCode() : ExitCodes.FAILED;
                })
                .setParameterExceptionHandler((bad, arguments) -> refuse(bad))
                .setExecutionStrategy(Main::execute)
                .setColorScheme(Help.defaultColorScheme(out.colours() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(Math.min(WIDEST_HELP, out.width()))
                .execute(args);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(Failure.describe(e));
        }
    }

    /** Runs a command. Asked for help with a command that does not exist, refuses as without {@code --help}. */
    private static int execute(ParseResult parsed) {
        if (!parsed.unmatched().isEmpty()) {
            throw new UnmatchedArgumentException(parsed.commandSpec().commandLine(), parsed.unmatched());
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int refuse(ParameterException bad) {
        CommandLine command = bad.getCommandLine();
        boolean isRoot = command.getParent() == null;
        String what = Failure.printable(String.valueOf(bad.getMessage()).replaceFirst("^Error: ", ""));
        if (bad instanceof UnmatchedArgumentException unmatched) {
            String word = Failure.printable(unmatched.getUnmatched().get(0));
            if (unmatched.isUnknownOption()) {
                what += unmatched.getSuggestions().stream().findFirst().map(similar -> "; did you mean " + similar + "?")
                        .orElse("");
            } else {
                what = isRoot ? NotKnown.text(List.of(word), command.getSubcommands().keySet())
                        : "'" + word + "' is one argument too many";
            }
        }
        Screen.tell("slipstream: " + what + (what.endsWith("?") ? " For" : "; for") + " the " + (isRoot ? "commands" : "options")
                + ", run "
                + Screen.whole(command.getCommandSpec().qualifiedName() + " --help"));
        return ExitCodes.BAD_USAGE;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(System.out);
        return ExitCodes.BAD_USAGE;
    }
}
