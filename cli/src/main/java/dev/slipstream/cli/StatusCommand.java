package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.result.Slipstream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code status} command. */
@Command(name = "status", mixinStandardHelpOptions = true,
        description = {"Shows the remedies in a running JVM: since when they have been active, their options and counters, and where "
                + "the application pays.",
                "Reads it from the JVM's agent properties, where the agent puts it when asked; loads nothing."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:shown", "2:bad usage", "3:the JVM cannot be reached, or does not run Slipstream"})
final class StatusCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "PID|MAIN-CLASS",
            description = "The JVM: its process id, or the main class or jar that it runs. Default: lists them, and asks on a terminal.")
    private String jvm;

    @Option(names = "--all", description = "Shows counters that are zero too.")
    private boolean all;

    @Override
    public Integer call() throws Failure {
        long pid = Jvms.choose(jvm);
        try (Target target = Target.attach(pid)) {
            Status status = target.status();
            if (status.remedies().isEmpty()) {
                throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " does not run Slipstream; to install it, run "
                        + Screen.whole(Slipstream.command("attach " + pid)));
            }
            status.show(all);
        }
        return ExitCodes.DONE;
    }
}
