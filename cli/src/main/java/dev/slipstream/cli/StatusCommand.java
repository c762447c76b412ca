package dev.slipstream.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code status}. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "Shows the remedies in a running JVM, what they have done, and where the application pays.")
final class StatusCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID|MAIN-CLASS", description = "The JVM: its process id, or the main class or jar that it runs.")
    private String jvm;

    @Override
    public Integer call() throws Failure {
        try (Target target = Target.attach(JvmName.resolve(jvm))) {
            target.request("!status");
            Status.after(target).print(System.out);
            return ExitCodes.DONE;
        }
    }
}
