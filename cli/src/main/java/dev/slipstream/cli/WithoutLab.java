package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stands for a command of the lab where the lab's jar is missing. Takes any arguments, and says what is missing. */
@Command(mixinStandardHelpOptions = true, description = "Needs slipstream-lab.jar beside slipstream.jar.",
        exitCodeListHeading = "Exit codes:%n", exitCodeList = "2:slipstream-lab.jar is missing")
final class WithoutLab implements Callable<Integer> {
    @Parameters(hidden = true, arity = "0..*")
    @SuppressWarnings("unused")
    private @Nullable List<String> any;

    @Spec
    private CommandSpec spec;

    static CommandLine command(String name) {
        CommandLine command = new CommandLine(new WithoutLab()).setUnmatchedOptionsArePositionalParams(true);
        command.getCommandSpec().name(name);
        return command;
    }

    /** Says why a command of the lab does not run. */
    static String reason(String command) throws Failure {
        return command + " needs slipstream-lab.jar of the same build beside " + OneJar.path()
                + "; a release, the package slipstream-lab and ./slipstream build have it";
    }

    @Override
    public Integer call() throws Failure {
        throw new Failure(ExitCodes.BAD_USAGE, reason(spec.name()));
    }
}
