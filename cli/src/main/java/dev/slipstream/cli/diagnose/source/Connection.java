package dev.slipstream.cli.diagnose.source;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.slipstream.cli.ExitCodes;
import dev.slipstream.cli.Failure;
import dev.slipstream.cli.process.JvmProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The attach connection to a JVM, for diagnostic commands. The JDK's API has none of them, and its tool takes a JVM of its own
 * for each, so that nothing could be switched on for a tenth of a second.
 *
 * <p>Commands are carried out one after the other by a thread of its own: an interrupt leaves the one that is under way alone,
 * and a JVM that does not answer keeps nobody waiting for ever.
 */
final class Connection implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** No answer of interest is longer. */
    private static final int MOST = 1 << 20;

    private final JvmProcess process;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(
            work -> Threads.daemon("attach", work));
    private VirtualMachine jvm;

    /** The JVM has carried out a command with an error. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String answer) {
            super(answer);
        }
    }

    private Connection(JvmProcess process) {
        this.process = process;
    }

    static Connection to(JvmProcess process) throws Failure, InterruptedException {
        Connection connection = new Connection(process);
        try {
            connection.jvm = connection.within(() -> VirtualMachine.attach(Long.toString(process.pid())));
        } catch (IOException e) {
            connection.executor.shutdownNow();
            throw new Failure(ExitCodes.NOTHING_DONE, "cannot attach to process " + process.pid() + ": " + Failure.describe(e));
        }
        return connection;
    }

    /** The JVM's system properties. */
    Properties properties() throws IOException, InterruptedException {
        return within(jvm::getSystemProperties);
    }

    /**
     * Has the JVM carry out a diagnostic command.
     *
     * @param command as for {@code jcmd}
     * @return what it says
     * @throws RefusedException if it says that it cannot
     * @throws IOException if it does not answer
     */
    String execute(String command) throws IOException, InterruptedException {
        return within(() -> carryOut(command));
    }

    private String carryOut(String command) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(process.file("/tmp/.java_pid" + process.ownPid())));
            // Version 1 of the protocol: a verb and three arguments, each ended by a zero.
            ByteBuffer request = ByteBuffer.wrap(("1\0jcmd\0" + command + "\0\0\0").getBytes(StandardCharsets.UTF_8));
            while (request.hasRemaining()) {
                channel.write(request);
            }
            return answer(read(channel));
        }
    }

    private static String read(SocketChannel channel) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(1 << 12);
        while (channel.read(buffer) >= 0 && said.size() < MOST) {
            said.write(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    /** The first line is a number, 0 if all went well. */
    private static String answer(String said) throws IOException {
        int end = said.indexOf('\n');
        if (end < 0) {
            throw new IOException("it closes the connection");
        }
        String text = said.substring(end + 1).strip();
        if (!said.substring(0, end).equals("0")) {
            throw new RefusedException(text.lines().filter(line -> !line.isBlank()).findFirst().orElse("no reason")
                    .replaceFirst("^(?:[\\w.]+Exception: )+", ""));
        }
        return text;
    }

    private <T> T within(Callable<T> work) throws IOException, InterruptedException {
        try {
            return executor.submit(work).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("process " + process.pid() + " does not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            boolean told = e.getCause() instanceof AttachNotSupportedException;
            throw new IOException(told ? e.getCause().getMessage() : e.getCause().toString(), e.getCause());
        }
    }

    /** Waits for commands that are under way. */
    @Override
    public void close() throws IOException {
        executor.shutdown();
        jvm.detach();
    }
}
