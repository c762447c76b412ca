package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmName;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code status} command. */
@Command(name = "status", mixinStandardHelpOptions = true,
        description = {"Shows the remedies in a running JVM: since when they are active, the options in force, what they have "
                + "done, and where the application pays.", "Reads what the agent says of itself, at most two seconds old; loads nothing."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:shown", "2:bad usage", "3:the JVM cannot be asked, or Slipstream is not in it"})
final class StatusCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID|MAIN-CLASS", description = "The JVM: its process id, or the main class or jar that it runs.")
    private String jvm;

    @Option(names = "--all", description = "Counters that are zero, too.")
    private boolean all;

    @Override
    public Integer call() throws Failure {
        long pid = JvmName.resolve(jvm);
        try (Target target = Target.attach(pid)) {
            Status status = Status.after(target);
            if (status.remedies().isEmpty()) {
                throw new Failure(ExitCodes.NOTHING_DONE, "Slipstream is not in process " + pid + "; slipstream attach " + pid
                        + " brings it there");
            }
            status.show(all);
        }
        return ExitCodes.DONE;
    }
}
