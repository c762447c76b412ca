package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JavaCommand;
import dev.slipstream.cli.process.NotStarted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code run} command: starts a command with the agent. */
@Command(name = "run", mixinStandardHelpOptions = true,
        description = {"Runs a command with the agent added.",
            "If the command is a java launcher, -javaagent becomes its first option; otherwise, as for a start script, "
                    + "JAVA_TOOL_OPTIONS contains it, which the JVM reports on standard error."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"2:bad usage", "126:the command cannot be started", "127:the command does not exist",
            "others:the command's own"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} run --remedies pinning -- java -jar app.jar"})
final class RunCommand implements Callable<Integer> {
    @Option(names = "--remedies", paramLabel = "OPTIONS",
            description = "The agent's options, e.g. pinning or pinning.max-carriers=2048. Default: pinning, naming and arenas.")
    private @Nullable String remedies;

    @Option(names = "--quiet", description = "Omits the line that the agent prints at start.")
    private boolean quiet;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command to run, after --.")
    private List<String> command;

    @Override
    public Integer call() throws Failure, IOException, InterruptedException {
        ProcessBuilder builder = JavaCommand.with(command, List.of(agent()));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            NotStarted failure = NotStarted.of(command.get(0), e);
            throw new Failure(failure.isMissing() ? ExitCodes.NOT_FOUND : ExitCodes.NOT_STARTED, failure.why());
        }
        // Ctrl-C reaches the child through the terminal. A signal to this process alone must not leave the child running.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "command"));
        return process.waitFor();
    }

    private String agent() throws Failure {
        List<String> options = new ArrayList<>();
        if (remedies != null) {
            options.add(RemedyOptions.checked(remedies, "nothing was started"));
        }
        if (quiet) {
            options.add("quiet");
        }
        return "-javaagent:" + OneJar.ofAgent() + (options.isEmpty() ? "" : "=" + String.join(",", options));
    }
}
