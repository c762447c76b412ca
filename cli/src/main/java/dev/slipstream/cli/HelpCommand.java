package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    private @Nullable String command;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = spec.commandLine().getParent();
        String name = command;
        CommandLine asked = name == null ? root : Optional.ofNullable(root.getSubcommands().get(name))
                .orElseThrow(() -> new UnmatchedArgumentException(root, List.of(name)));
        asked.usage(System.out);
        return ExitCodes.DONE;
    }
}
