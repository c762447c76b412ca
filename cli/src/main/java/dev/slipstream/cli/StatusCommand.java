package dev.slipstream.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code status}. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "Shows the remedies in a running JVM, what they have done, and where the application pays.")
final class StatusCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID", description = "The JVM's process id.")
    private String pid;

    @Override
    public Integer call() throws Failure {
        try (Target target = Target.attach(pid)) {
            target.request("!status");
            Status.after(target).print(System.out);
            return ExitCodes.DONE;
        }
    }
}
