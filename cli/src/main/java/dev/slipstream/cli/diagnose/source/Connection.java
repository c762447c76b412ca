package dev.slipstream.cli.diagnose.source;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
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
 * The attach connection to a JVM, for diagnostic commands. The JDK's attach API has no such commands, and {@code jcmd} starts a JVM
 * for each, which is too slow to enable events for a tenth of a second.
 *
 * <p>A dedicated thread executes commands one after the other: an interrupt of the caller does not affect the command in progress,
 * and calls time out if the JVM does not answer.
 */
final class Connection implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Maximum length of an answer in bytes; none of interest is longer. */
    private static final int MOST = 1 << 20;

    private final JvmProcess process;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "attach");
        thread.setDaemon(true);
        return thread;
    });
    private VirtualMachine jvm;

    /** Thrown if the JVM has executed a command with an error. */
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

    /** Returns the JVM's system properties. */
    Properties properties() throws IOException, InterruptedException {
        return within(jvm::getSystemProperties);
    }

    /**
     * Executes a diagnostic command in the JVM.
     *
     * @param command the command, as for {@code jcmd}
     * @return the JVM's answer
     * @throws RefusedException if the JVM reports an error
     * @throws IOException if the JVM does not answer
     */
    String execute(String command) throws IOException, InterruptedException {
        return within(() -> carryOut(command));
    }

    private String carryOut(String command) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(process.file("/tmp/.java_pid" + process.ownPid())));
            // Version 1 of the attach protocol: a verb and three arguments, each terminated by NUL.
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

    /** Parses an answer. The first line is a result code, 0 for success. */
    private static String answer(String said) throws IOException {
        int end = said.indexOf('\n');
        if (end < 0) {
            throw new IOException("it closed the connection");
        }
        String text = said.substring(end + 1).strip();
        if (!said.substring(0, end).equals("0")) {
            throw new RefusedException(text.lines().filter(line -> !line.isBlank()).findFirst().orElse("no reason given")
                    .replaceFirst("^(?:[\\w.]+Exception: )+", ""));
        }
        return text;
    }

    private <T> T within(Callable<T> work) throws IOException, InterruptedException {
        try {
            return executor.submit(work).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("process " + process.pid() + " did not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            boolean told = e.getCause() instanceof AttachNotSupportedException;
            throw new IOException(told ? e.getCause().getMessage() : e.getCause().toString(), e.getCause());
        }
    }

    /** Lets the commands in progress complete, and detaches. */
    @Override
    public void close() throws IOException {
        executor.shutdown();
        jvm.detach();
    }
}
