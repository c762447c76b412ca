package dev.slipstream.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attach}. */
@Command(name = "attach", mixinStandardHelpOptions = true, description = "Installs remedies in a running JVM.")
final class AttachCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID", description = "The JVM's process id.")
    private String pid;

    @Option(names = "--remedies", paramLabel = "OPTIONS", defaultValue = "",
            description = "The agent's options, e.g. pinning or pinning.max-carriers=2048. Default: the default remedies.")
    private String options;

    @Override
    public Integer call() throws Failure {
        try (Target target = Target.attach(pid)) {
            target.request(options);
            Status.after(target).print(System.out);
            return ExitCodes.DONE;
        }
    }
}
