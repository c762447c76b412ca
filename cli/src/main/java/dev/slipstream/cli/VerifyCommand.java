package dev.slipstream.cli;

import dev.slipstream.cli.bake.Comparison;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code verify} command. */
@Command(name = "verify", mixinStandardHelpOptions = true,
        description = "Compares a baked JDK with the JDK that it was made of, file by file and class by class, and lists what differs.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:it differs exactly as this build of Slipstream bakes", "1:something else differs", "2:bad usage or input, such as another JDK than it was made of"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} verify /opt/jdk-21-slipstream --against /opt/jdk-21"})
final class VerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The baked JDK.")
    private Path baked;

    @Option(names = "--against", paramLabel = "HOME", required = true, description = "The JDK that it was made of.")
    private Path home;

    @Override
    public Integer call() throws Failure {
        try {
            Comparison comparison = Comparison.of(baked.toRealPath(), home.toRealPath(), OneJar.path(), Main.version());
            comparison.lines().forEach(System.out::println);
            return comparison.isAsBaked() ? ExitCodes.DONE : ExitCodes.FAILED;
        } catch (IllegalArgumentException | IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, e instanceof IOException ? Failure.describe(e) : e.getMessage());
        }
    }
}
