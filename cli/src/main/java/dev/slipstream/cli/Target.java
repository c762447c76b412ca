package dev.slipstream.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/** A running JVM, attached to as by the JDK's own tools: as the same user or as root. */
final class Target implements AutoCloseable {
    /** Maximum length of a request. HotSpot accepts 1,024 characters in one argument, including the path of the jar. */
    private static final int MOST = 512;

    /** How long a process may take to end after its connection has broken. */
    private static final Duration ENDING = Duration.ofSeconds(2);

    /** How long an attach watches for an end of the application that it may have caused. */
    private static final Duration AFTERMATH = Duration.ofMillis(200);
    private static final long POLL_NANOS = 10_000_000;

    private final VirtualMachine jvm;
    private final long pid;

    private Target(VirtualMachine jvm, long pid) {
        this.jvm = jvm;
        this.pid = pid;
    }

    static Target attach(long pid) throws Failure {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "this Java runtime lacks the module jdk.attach; run slipstream with a full JDK");
        }
        // Where processes are not visible, the JVM's own answer must do.
        if (JvmProcess.areVisible()) {
            JvmProcess process = JvmProcess.of(pid, "start it without that option" + atStart());
            if (!process.hasOurFiles()) {
                throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " is in a container without " + OneJar.path()
                        + "; copy slipstream.jar into the container, and run it there on process " + process.ownPid());
            }
        }
        try {
            return new Target(VirtualMachine.attach(Long.toString(pid)), pid);
        } catch (AttachNotSupportedException | IOException e) {
            throw new Failure(ExitCodes.NOTHING_DONE, "cannot attach to process " + pid + ": " + oneLine(e)
                    + "; it must be a running JVM of the same user, started without -XX:+DisableAttachMechanism");
        }
    }

    /** Attaches, sends a request, and returns the status after it. */
    static Status of(long pid, String request) throws Failure {
        try (Target target = attach(pid)) {
            // The first such question makes the JVM load classes for 50 ms. Asked later, it would not answer if the application
            // ends as soon as the request is carried out.
            target.properties();
            target.request(request);
            return Status.after(target);
        }
    }

    /** Attaches, installs remedies, and shows the status. If the application then ends, prints a line on standard error. */
    static void install(long pid, String request) throws Failure {
        of(pid, request).conclude();
        if (endsWithin(AFTERMATH, pid)) {
            System.err.println("slipstream: process " + pid + " has ended since; why is unknown");
        }
    }

    /** Waits a bounded time for the end of a process; returns whether it has ended. */
    static boolean endsWithin(Duration time, long pid) {
        long begin = System.nanoTime();
        while (JvmProcess.isAlive(pid)) {
            if (System.nanoTime() - begin > time.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /** Sends a request to the agent in the target. Loads the agent if it is not there. */
    void request(String options) throws Failure {
        if (options.length() > MOST) {
            throw new Failure(ExitCodes.BAD_USAGE, "the request has " + options.length() + " characters; a JVM accepts " + MOST
                    + " at most");
        }
        try {
            jvm.loadAgent(OneJar.path().toString(), options);
        } catch (AgentLoadException | AgentInitializationException | IOException e) {
            throw failure("rejected the agent: " + reason(e));
        }
    }

    private static String atStart() throws Failure {
        return ", or start it with -javaagent:" + OneJar.path();
    }

    private static String reason(Exception e) throws Failure {
        String said = oneLine(e);
        String plain = said.toLowerCase(Locale.ROOT);
        if (plain.contains("dynamic agent loading is not enabled")) {
            return "it runs with -XX:-EnableDynamicAgentLoading; start it with -XX:+EnableDynamicAgentLoading" + atStart();
        }
        if (plain.contains("java.instrument") || plain.contains("libinstrument") || plain.contains("instrument was not loaded")) {
            return "its JDK lacks the module java.instrument; add it with jlink --add-modules";
        }
        return said;
    }

    private static String oneLine(Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    Properties properties() throws Failure {
        try {
            return jvm.getAgentProperties();
        } catch (IOException e) {
            throw failure("did not answer: " + oneLine(e));
        }
    }

    private Failure failure(String why) {
        return new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " " + (endsWithin(ENDING, pid)
                ? "ended before it answered; why it ended, and whether remedies were active, is unknown" : why));
    }

    @Override
    public void close() throws Failure {
        try {
            jvm.detach();
        } catch (IOException e) {
            throw new Failure(ExitCodes.FAILED, "could not detach from process " + pid + ": " + oneLine(e));
        }
    }
}
