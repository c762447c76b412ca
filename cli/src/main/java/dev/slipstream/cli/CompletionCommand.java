package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code generate-completion} command. */
@Command(name = "generate-completion", mixinStandardHelpOptions = true,
        description = "Prints a script by which bash completes the commands and options of slipstream.",
        footer = {"", "Example: source <(${ROOT-COMMAND-NAME} generate-completion)"})
final class CompletionCommand implements Callable<Integer> {
    /** The name that is completed, in any folder: a shell completes commands and not the arguments of java. */
    private static final String NAME = "slipstream";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        System.out.println(AutoComplete.bash(NAME, spec.root().commandLine()));
        System.out.flush();
        return ExitCodes.DONE;
    }
}
