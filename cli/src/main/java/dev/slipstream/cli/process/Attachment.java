package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/** A connection to a running JVM that can load an agent. */
public interface Attachment extends AutoCloseable {
    /**
     * Attaches to a JVM. An interrupt takes effect afterwards.
     *
     * @param pid the process id
     * @param instead advice to the user if the JVM has attach disabled
     * @return the connection
     * @throws Failure if the process is no such JVM, or cannot be attached to; the message says why
     */
    static Attachment to(long pid, String instead) throws Failure {
        if (!JvmProcess.areVisible()) {
            if (!OwnRuntime.has(JdkAttach.MODULE)) {
                throw new Failure(ExitCodes.NOTHING_DONE, "this system has no /proc, and this Java runtime lacks the module "
                        + JdkAttach.MODULE + "; run slipstream with a full JDK");
            }
            return JdkAttach.to(pid);
        }
        try {
            return Connection.to(JvmProcess.of(pid, instead));
        } catch (Connection.SilentException e) {
            throw new Failure(ExitCodes.NOTHING_DONE,
                    Failure.describe(e) + ": its attach listener is busy, or blocked as the JVM hangs, and"
                            + " no attach works until it answers");
        }
    }

    /**
     * Returns the JVM's agent properties. An interrupt takes effect afterwards.
     *
     * @param patience how long to wait for an answer
     * @throws IOException if the JVM does not answer in time
     */
    Properties agentProperties(Duration patience) throws IOException;

    /**
     * Returns the JVM's system properties. An interrupt takes effect afterwards.
     *
     * @param patience how long to wait for an answer
     * @throws IOException if the JVM does not answer in time
     */
    Properties systemProperties(Duration patience) throws IOException;

    /**
     * Loads a Java agent into the JVM, or calls it again. An interrupt takes effect afterwards.
     *
     * @param jar the agent, an absolute path
     * @param options the text for the agent
     * @param patience how long to wait for an answer
     * @throws IOException if the JVM does not load it, or does not answer in time; the message says which
     */
    void load(Path jar, String options, Duration patience) throws IOException;

    @Override
    void close();
}
