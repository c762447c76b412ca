package dev.slipstream.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmProcess;
import java.io.IOException;
import java.util.Locale;
import java.util.Properties;

/** A running JVM, attached to as by the JDK's own tools: as the same user or as root. */
final class Target implements AutoCloseable {
    /** Maximum length of a request. HotSpot accepts 1,024 characters in one argument, including the path of the jar. */
    private static final int MOST = 512;

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
            target.request(request);
            return Status.after(target);
        }
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
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " rejected the agent: " + reason(e));
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
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " did not answer: " + oneLine(e));
        }
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
