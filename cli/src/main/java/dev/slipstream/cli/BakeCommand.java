package dev.slipstream.cli;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.cli.bake.BakedJdk;
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

/** The {@code bake} command. */
@Command(name = "bake", mixinStandardHelpOptions = true,
        description = {"Copies a JDK or JRE and puts remedies into the copy, which then needs no agent.",
            "The source is not changed. In the copy, the environment variable SLIPSTREAM or the system property slipstream takes the "
                    + "agent's options; none makes it the stock JDK."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:baked", "1:a file could not be read or written", "2:bad usage, or a JDK that cannot be baked",
            "3:none of the remedies is needed on this JDK", "130:stopped by Ctrl-C; nothing is left"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} bake --jdk /opt/jdk-21 --output /opt/jdk-21-slipstream"})
final class BakeCommand implements Callable<Integer> {
    @Option(names = "--jdk", paramLabel = "HOME", required = true, description = "The JDK or JRE to copy, 17 to 28.")
    private Path home;

    @Option(names = "--output", paramLabel = "DIR", required = true, description = "The folder to create.")
    private Path output;

    @Option(names = "--remedies", paramLabel = "NAME", split = ",",
            description = "The remedies to bake. Default: the default remedies.")
    private List<String> remedies = List.of();

    @Option(names = "--freeze-links",
            description = "Copies what links lead to that lead out of the JDK, such as the system's certificate "
                    + "authorities: for an image whose base lacks it. Default: they stay links.")
    private boolean freezesLinks;

    @Override
    public Integer call() throws Failure {
        Path real = real(home);
        Interruption interruption = new Interruption();
        try {
            Baking baking = Baking.of(real, OneJar.path(), Main.version(), remedies);
            if (baking.remedies().isEmpty()) {
                baking.outcomes().forEach((remedy, outcome) -> Screen.tell("slipstream: " + remedy + ": " + outcome));
                return ExitCodes.NOTHING_DONE;
            }
            BakedJdk.make(real, output, freezesLinks, baking, Main.version());
            baking.outcomes().forEach((remedy, outcome) -> System.out.println(remedy + ": " + outcome));
            System.out.println(output);
            return ExitCodes.DONE;
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCodes.BAD_USAGE, e.getMessage());
        } catch (IOException | InterruptedException e) {
            String why = interruption.hasBegun() ? "stopped; nothing is left of it" : Failure.describe(e);
            throw new Failure(ExitCodes.FAILED, "nothing was baked: " + why);
        } finally {
            interruption.done();
        }
    }

    private static Path real(Path home) throws Failure {
        try {
            return home.toRealPath();
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, "--jdk: " + Failure.describe(e));
        }
    }
}
