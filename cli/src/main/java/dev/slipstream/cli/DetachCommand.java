package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The {@code detach} command. */
@Command(name = "detach", mixinStandardHelpOptions = true,
        description = {"Restores the JDK's own methods in a running JVM, bit for bit.",
            "On a baked JDK, turns all remedies off; its rewritten methods then do what the JDK's own do."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:the JDK's own methods are restored", "2:bad usage",
            "3:the JVM cannot be reached, does not run Slipstream, or lacks the memory to undo a remedy"})
final class DetachCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "PID|MAIN-CLASS",
            description = "The JVM: its process id, or the main class or jar that it runs. Default: lists them, and asks on a terminal.")
    private @Nullable String jvm;

    @Override
    public Integer call() throws Failure {
        long pid = Jvms.choose(jvm);
        try (Target target = Target.attach(pid)) {
            if (target.status().remedies().isEmpty()) {
                throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " does not run Slipstream");
            }
            target.request("!detach");
            Status.after(target).conclude();
        }
        return ExitCodes.DONE;
    }
}
