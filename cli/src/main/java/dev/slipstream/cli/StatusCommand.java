package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.terminal.LiveText;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.result.Slipstream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code status} command. */
@Command(name = "status", mixinStandardHelpOptions = true,
        description = {
            "Shows the remedies in a running JVM.",
            "Says since when they have been active, their options and counters, and where the application pays. Rates are means "
                    + "since a remedy became active; with --watch, which ends with the JVM, since the look before. JSON has all "
                    + "counters, by the names that the MXBeans have.",
            "Reads it from the JVM's agent properties, where the agent puts it when asked; loads nothing."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:shown", "2:bad usage", "3:the JVM cannot be reached, or does not run Slipstream",
            "130:--watch was stopped by Ctrl-C"})
final class StatusCommand implements Callable<Integer> {
    private static final long POLL_MILLIS = 100;

    @Parameters(arity = "0..1", paramLabel = "PID|MAIN-CLASS",
            description = "The JVM: its process id, or the main class or jar that it runs. Default: lists them, and asks on a terminal.")
    private @Nullable String jvm;

    @Option(names = "--all", description = "Shows counters that are zero too.")
    private boolean all;

    @ArgGroup(exclusive = true)
    private Form form = new Form();

    @Override
    public Integer call() throws Failure {
        long pid = Jvms.choose(jvm);
        if (form.isLive()) {
            return watch(pid);
        }
        Status status = read(pid);
        if (form.isJson()) {
            System.out.println(StatusJson.of(status));
            System.out.flush();
        } else {
            status.show(all);
        }
        return ExitCodes.DONE;
    }

    private static Status read(long pid) throws Failure {
        try (Target target = Target.attach(pid)) {
            Status status = target.status();
            if (status.remedies().isEmpty()) {
                throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " does not run Slipstream; to install it, run "
                        + Screen.whole(Slipstream.command("attach " + pid)));
            }
            return status;
        }
    }

    /** Waits for a time, or until the JVM ends. */
    private static void pause(long pid, Duration time) throws InterruptedException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < time.toNanos() && JvmProcess.isAlive(pid)) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private int watch(long pid) throws Failure {
        Interruption interruption = new Interruption();
        LiveText text = new LiveText();
        try {
            for (StatusText.Look before = null;;) {
                StatusText.Look look = new StatusText.Look(read(pid), Instant.now());
                text.show(StatusText.of(look.status(), before, look.at(), ZoneId.systemDefault(), all));
                if (!text.isWritten()) {
                    return ExitCodes.DONE;
                }
                before = look;
                pause(pid, text.every());
            }
        } catch (InterruptedException stopped) {
            text.end();
            return ExitCodes.STOPPED;
        } catch (Failure e) {
            if (text.isEmpty() || JvmProcess.isAlive(pid)) {
                throw e;
            }
            text.end();
            System.out.println("process " + pid + " has ended");
            return ExitCodes.DONE;
        } finally {
            interruption.done();
        }
    }
}
