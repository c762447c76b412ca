package dev.slipstream.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code detach}. */
@Command(name = "detach", mixinStandardHelpOptions = true, description = "Gives a running JVM its own methods back.")
final class DetachCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID|MAIN-CLASS", description = "The JVM: its process id, or the main class or jar that it runs.")
    private String jvm;

    @Override
    public Integer call() throws Failure {
        try (Target target = Target.attach(JvmName.resolve(jvm))) {
            target.request("!detach");
            Status.after(target).print(System.out);
            return ExitCodes.DONE;
        }
    }
}
