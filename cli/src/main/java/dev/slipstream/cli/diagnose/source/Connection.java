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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How long to wait for the first answers. A JVM that hangs should be recognised by then. */
    static final Duration FIRST_PATIENCE = Duration.ofSeconds(7);

    /** Time between two calls of a caller that waits. */
    private static final Duration TICK = Duration.ofMillis(50);

    /** Maximum length of an answer in bytes: a dump of a hundred thousand threads. */
    private static final int MOST = 1 << 27;

    private final JvmProcess process;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "attach");
        thread.setDaemon(true);
        return thread;
    });
    private VirtualMachine jvm;
    private volatile Future<?> last = CompletableFuture.completedFuture(null);

    /** Thrown if the JVM has executed a command with an error. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String answer) {
            super(answer);
        }
    }

    /** Thrown if the JVM has not answered in time. It answers no later command before that one. */
    static final class SilentException extends IOException {
        private static final long serialVersionUID = 1L;

        SilentException(String message) {
            super(message);
        }
    }

    /** Work of a caller that waits for an answer. */
    @FunctionalInterface
    interface Meanwhile {
        void run() throws IOException;
    }

    private Connection(JvmProcess process) {
        this.process = process;
    }

    /**
     * Attaches to a JVM.
     *
     * @throws SilentException if the JVM does not answer in time
     * @throws Failure if it cannot be attached to
     */
    static Connection to(JvmProcess process) throws Failure, SilentException, InterruptedException {
        Connection connection = new Connection(process);
        try {
            connection.jvm = connection.within(() -> VirtualMachine.attach(Long.toString(process.pid())), FIRST_PATIENCE, () -> { });
        } catch (SilentException e) {
            connection.executor.shutdownNow();
            throw e;
        } catch (IOException e) {
            connection.executor.shutdownNow();
            throw new Failure(ExitCodes.NOTHING_DONE, "cannot attach to process " + process.pid() + ": " + Failure.describe(e));
        }
        return connection;
    }

    /** Returns the JVM's system properties. */
    Properties properties() throws IOException, InterruptedException {
        return within(jvm::getSystemProperties, PATIENCE, () -> { });
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
        return execute(command, PATIENCE, () -> { });
    }

    /**
     * Executes a diagnostic command in the JVM.
     *
     * @param command the command, as for {@code jcmd}
     * @param patience how long to wait for an answer
     * @param meanwhile called about every {@link #TICK} until then
     * @return the JVM's answer
     * @throws SilentException if the JVM does not answer in time
     */
    String execute(String command, Duration patience, Meanwhile meanwhile) throws IOException, InterruptedException {
        return within(() -> carryOut(command), patience, meanwhile);
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
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        while (channel.read(buffer) >= 0) {
            said.write(buffer.array(), 0, buffer.position());
            buffer.clear();
            if (said.size() > MOST) {
                throw new IOException("its answer is longer than " + (MOST >> 20) + " MB");
            }
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

    /** Returns whether the last command has been answered. */
    boolean isDone() {
        return last.isDone();
    }

    private <T> T within(Callable<T> work, Duration patience, Meanwhile meanwhile) throws IOException, InterruptedException {
        Future<T> answer = executor.submit(work);
        last = answer;
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return answer.get(TICK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                if (System.nanoTime() - end >= 0) {
                    throw new SilentException("process " + process.pid() + " did not answer within " + patience.toSeconds() + " s");
                }
                meanwhile.run();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException io) {
                    throw io;
                }
                boolean told = e.getCause() instanceof AttachNotSupportedException;
                throw new IOException(told ? e.getCause().getMessage() : e.getCause().toString(), e.getCause());
            }
        }
    }

    /** Lets the commands in progress complete, and detaches. */
    @Override
    public void close() throws IOException {
        executor.shutdown();
        jvm.detach();
    }
}
