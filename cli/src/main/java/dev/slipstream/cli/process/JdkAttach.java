package dev.slipstream.cli.process;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * The module {@code jdk.attach}, which many run-time images lack: the only way to attach on other systems than Linux, and one to send
 * SIGQUIT. Only where that is present may this class be used.
 */
final class JdkAttach implements Attachment {
    /** The name of the module. */
    static final String MODULE = "jdk.attach";

    private final VirtualMachine jvm;

    private JdkAttach(VirtualMachine jvm) {
        this.jvm = jvm;
    }

    static Attachment to(long pid) throws Failure {
        try {
            return new JdkAttach(attached(pid));
        } catch (IOException e) {
            throw new Failure(ExitCodes.NOTHING_DONE, "cannot attach to process " + pid + ": " + Failure.describe(e)
                    + "; it must be a running JVM of the same user, started without -XX:+DisableAttachMechanism");
        }
    }

    /** Makes a JVM start its attach listener. */
    static void signal(long pid) throws IOException {
        attached(pid).detach();
    }

    private static VirtualMachine attached(long pid) throws IOException {
        try {
            return VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public Properties agentProperties(Duration patience) throws IOException {
        return jvm.getAgentProperties();
    }

    @Override
    public Properties systemProperties(Duration patience) throws IOException {
        return jvm.getSystemProperties();
    }

    @Override
    public void load(Path jar, String options, Duration patience) throws IOException {
        try {
            jvm.loadAgent(jar.toString(), options);
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            jvm.detach();
        } catch (IOException broken) {
            return;
        }
    }
}
