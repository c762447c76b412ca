package dev.slipstream.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Properties;

/** A running JVM, reached the way the JDK's own tools reach it: as the same user or root. */
final class Target implements AutoCloseable {
    private final VirtualMachine jvm;
    private final long pid;

    private Target(VirtualMachine jvm, long pid) {
        this.jvm = jvm;
        this.pid = pid;
    }

    static Target attach(long pid) throws Failure {
        try {
            return new Target(VirtualMachine.attach(Long.toString(pid)), pid);
        } catch (AttachNotSupportedException | IOException e) {
            throw new Failure(ExitCodes.NOTHING_DONE, "cannot attach to process " + pid + ": " + e.getMessage()
                    + "; it must be a running JVM of the same user, started without -XX:+DisableAttachMechanism");
        }
    }

    /** Sends a request to the agent in the target, which loads it if it is not there. */
    void request(String options) throws Failure {
        try {
            jvm.loadAgent(OneJar.path().toString(), options);
        } catch (AgentLoadException | AgentInitializationException | IOException e) {
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " did not take the agent: " + e.getMessage());
        }
    }

    Properties properties() throws Failure {
        try {
            return jvm.getAgentProperties();
        } catch (IOException e) {
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " does not answer: " + e.getMessage());
        }
    }

    @Override
    public void close() throws Failure {
        try {
            jvm.detach();
        } catch (IOException e) {
            throw new Failure(ExitCodes.FAILED, "could not let go of process " + pid + ": " + e.getMessage());
        }
    }
}
