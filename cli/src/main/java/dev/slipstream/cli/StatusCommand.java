package dev.slipstream.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code status}. */
@Command(name = "status", mixinStandardHelpOptions = true,
        description = {"Shows the remedies in a running JVM: since when they are active, the options in force, what they have "
                + "done, and where the application pays.", "Loads the agent, with nothing installed, where it is not there yet."},
        exitCodeListHeading = "Exit codes:%n", exitCodeList = {"0:shown", "2:bad usage", "3:the JVM cannot be asked"})
final class StatusCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID|MAIN-CLASS", description = "The JVM: its process id, or the main class or jar that it runs.")
    private String jvm;

    @Override
    public Integer call() throws Failure {
        Status status = Target.of(JvmName.resolve(jvm), "!status");
        status.show();
        status.check();
        return ExitCodes.DONE;
    }
}
