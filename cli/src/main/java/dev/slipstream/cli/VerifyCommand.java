package dev.slipstream.cli;

import dev.slipstream.cli.bake.Comparison;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code verify} command. */
@Command(name = "verify", mixinStandardHelpOptions = true,
        description = {"Compares a baked JDK with the JDK that it was made of, file by file and class by class.",
            "Lists what differs. Class archives depend on the machine; it says how they are made anew."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:it differs exactly as this build of Slipstream bakes",
            "1:something else differs, or its image is damaged",
            "2:bad usage or input, such as another JDK than it was made of", "130:stopped by Ctrl-C"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} verify /opt/jdk-21-slipstream --against /opt/jdk-21"})
final class VerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The baked JDK.")
    private Path baked;

    @Option(names = "--against", paramLabel = "HOME", required = true, description = "The JDK that it was made of.")
    private Path home;

    @Override
    public Integer call() throws Failure {
        Interruption interruption = new Interruption();
        try {
            Comparison comparison = Comparison.of(baked.toRealPath(), home.toRealPath(), OneJar.path(), Main.version());
            comparison.lines().forEach(System.out::println);
            return comparison.isAsBaked() ? ExitCodes.DONE : ExitCodes.FAILED;
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCodes.BAD_USAGE, String.valueOf(e.getMessage()));
        } catch (IOException | InterruptedException e) {
            throw new Failure(ExitCodes.BAD_USAGE,
                    interruption.hasBegun() ? "stopped before everything was compared" : Failure.describe(e));
        } finally {
            interruption.done();
        }
    }
}
