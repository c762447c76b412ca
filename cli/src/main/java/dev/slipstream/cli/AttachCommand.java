package dev.slipstream.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attach}. */
@Command(name = "attach", mixinStandardHelpOptions = true, description = "Installs remedies in a running JVM.")
final class AttachCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID|MAIN-CLASS", description = "The JVM: its process id, or the main class or jar that it runs.")
    private String jvm;

    @Option(names = "--remedies", paramLabel = "OPTIONS", defaultValue = "",
            description = "The agent's options, e.g. pinning or pinning.max-carriers=2048. Default: the default remedies.")
    private String options;

    @Override
    public Integer call() throws Failure {
        try (Target target = Target.attach(JvmName.resolve(jvm))) {
            target.request(options);
            Status.after(target).print(System.out);
            return ExitCodes.DONE;
        }
    }
}
