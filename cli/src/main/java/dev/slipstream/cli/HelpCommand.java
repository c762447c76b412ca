package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code help} command. */
@Command(name = "help", description = "Shows the help of a command.")
final class HelpCommand implements Callable<Integer> {
    @Parameters(paramLabel = "COMMAND", arity = "0..1", description = "The command. Default: all of them, in a line each.")
    private String command;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = spec.commandLine().getParent();
        CommandLine asked = command == null ? root : root.getSubcommands().get(command);
        if (asked == null) {
            throw new UnmatchedArgumentException(root, List.of(command));
        }
        asked.usage(System.out);
        return ExitCodes.DONE;
    }
}
