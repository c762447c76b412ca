package dev.slipstream.cli;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.cli.bake.Explanation;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code explain} command. */
@Command(name = "explain", mixinStandardHelpOptions = true,
        description = "Shows which methods of the JDK are rewritten, for which remedy, and what they call.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:shown", "2:bad usage or input", "3:none of the remedies can be shown on this JDK"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} explain naming --jdk /opt/jdk-21 --bytecode | less"})
final class ExplainCommand implements Callable<Integer> {
    @Parameters(paramLabel = "REMEDY", arity = "0..*", description = "The remedies. Default: the default remedies.")
    private List<String> remedies = List.of();

    @Option(names = "--jdk", paramLabel = "HOME", description = "The JDK. Default: the one that runs this command.")
    private Path home = Path.of(System.getProperty("java.home"));

    @Option(names = "--bytecode",
            description = "Shows each of them before and after, as bytecode, and the grafts: thousands of lines.")
    private boolean bytecode;

    @Override
    public Integer call() throws Failure {
        Interruption interruption = new Interruption();
        try {
            Baking baking = Baking.of(home.toRealPath(), null, Main.version(), remedies);
            baking.outcomes().entrySet().stream().filter(each -> !baking.remedies().contains(each.getKey()))
                    .forEach(each -> Screen.tell("slipstream: " + each.getKey() + ": " + each.getValue()));
            if (baking.remedies().isEmpty()) {
                return ExitCodes.NOTHING_DONE;
            }
            if (bytecode) {
                Explanation.print(baking, System.out);
            } else {
                Screen.print(home.toRealPath() + ": " + Explanation.brief(baking));
            }
            return ExitCodes.DONE;
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCodes.BAD_USAGE, e.getMessage());
        } catch (IOException | InterruptedException e) {
            throw new Failure(ExitCodes.BAD_USAGE,
                    interruption.hasBegun() ? "stopped before everything was shown" : Failure.describe(e));
        } finally {
            interruption.done();
        }
    }
}
