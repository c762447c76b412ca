package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The attach connection to a JVM, by version 1 of HotSpot's attach protocol: for each request a connection to the socket of its attach
 * listener. It needs no module but {@code java.base}, which a run-time image always has, and has diagnostic commands, which the JDK's
 * attach API lacks.
 *
 * <p>A dedicated thread makes requests one after the other: an interrupt of the caller does not affect the request in progress,
 * and calls time out if the JVM does not answer.
 */
public final class Connection implements Attachment {
    /** How long to wait for an answer. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How long to wait for the first answers. A JVM that hangs should be recognised by then. */
    public static final Duration FIRST_PATIENCE = Duration.ofSeconds(7);

    /** A wait from which on it is named. */
    private static final Duration SOON = Duration.ofSeconds(2);

    /** Time between two calls of a caller that waits. */
    private static final Duration TICK = Duration.ofMillis(50);

    /** Maximum length of an answer in bytes: a dump of a hundred thousand threads. */
    private static final int MOST = 1 << 27;

    /** Number of arguments of a request, each of which may be empty. */
    private static final int ARGUMENTS = 3;

    /** The answer after an agent was loaded: the code of the JDK's agent library. */
    private static final Pattern RETURNED = Pattern.compile("(?:return code: )?(-?\\d{1,9})");
    private static final String BAD_JAR = "100";
    private static final String NOT_ON_CLASS_PATH = "101";

    private final JvmProcess process;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "attach");
        thread.setDaemon(true);
        return thread;
    });
    private Path socket;
    private boolean said;
    private volatile Future<?> last = CompletableFuture.completedFuture(null);

    /** Thrown if the JVM has carried out a request with an error. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String answer) {
            super(answer);
        }
    }

    /** Thrown if the JVM has not answered in time. It answers no later request before that one. */
    public static final class SilentException extends IOException {
        private static final long serialVersionUID = 1L;

        SilentException(String message) {
            super(message);
        }
    }

    /** Work of a caller that waits for an answer. */
    @FunctionalInterface
    public interface Meanwhile {
        /**
         * Does some of it.
         *
         * @throws IOException if it fails, which ends the wait
         */
        void run() throws IOException;
    }

    private Connection(JvmProcess process) {
        this.process = process;
    }

    /**
     * Connects to a JVM. Starts its attach listener if it has none. An interrupt takes effect afterwards.
     *
     * @param process its process
     * @return the connection
     * @throws SilentException if the JVM does not answer in time
     * @throws Failure if it cannot be attached to
     */
    public static Connection to(JvmProcess process) throws Failure, SilentException {
        Connection connection = new Connection(process);
        try {
            connection.socket = connection.inAnyCase(() -> ListenerStart.socket(process), FIRST_PATIENCE);
            return connection;
        } catch (SilentException e) {
            connection.giveUp();
            throw e;
        } catch (IOException e) {
            connection.giveUp();
            throw new Failure(ExitCodes.NOTHING_DONE, "cannot attach to process " + process.pid() + ": " + Failure.describe(e));
        }
    }

    /** Ends the request, which takes its files away. This JVM may end next. */
    private void giveUp() {
        executor.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            executor.awaitTermination(SOON.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the JVM's system properties.
     *
     * @return all of them
     * @throws IOException if the JVM does not answer
     * @throws InterruptedException if interrupted
     */
    public Properties properties() throws IOException, InterruptedException {
        return parsed(within(() -> request("properties"), PATIENCE, () -> {}));
    }

    @Override
    public Properties agentProperties(Duration patience) throws IOException {
        return parsed(inAnyCase(() -> request("agentProperties"), patience));
    }

    @Override
    public Properties systemProperties(Duration patience) throws IOException {
        return parsed(inAnyCase(() -> request("properties"), patience));
    }

    private static Properties parsed(String text) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException malformed) {
            throw new IOException("it answered with malformed properties", malformed);
        }
        return properties;
    }

    @Override
    public void load(Path jar, String options, Duration patience) throws IOException {
        try (LentJar lent = inAnyCase(() -> LentJar.to(process, jar), patience)) {
            mustKeep(lent.path(), patience);
            String answer = inAnyCase(() -> request("load", "instrument", "false", lent.path() + "=" + options), patience);
            Matcher returned = RETURNED.matcher(answer);
            if (!returned.matches()) {
                throw new RefusedException(answer);
            }
            switch (returned.group(1)) {
                case "0" -> {}
                case BAD_JAR -> throw new IOException("it cannot read " + lent.path());
                case NOT_ON_CLASS_PATH -> throw new IOException("it cannot add " + lent.path() + " to its class path");
                default -> throw new IOException("the agent could not start; the JVM's standard error has the reason");
            }
        }
    }

    /** Fails if the JVM would look for another path, and print that there is no agent: its locale may not have all characters. */
    private void mustKeep(String path, Duration patience) throws IOException {
        String locale = systemProperties(patience).getProperty("sun.jnu.encoding", "");
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        if (Charset.isSupported(locale)
                && !Arrays.equals(new String(bytes, Charset.forName(locale)).getBytes(Charset.forName(locale)), bytes)) {
            throw new IOException(
                    "its locale (" + locale + ") cannot encode the path " + path + "; copy slipstream.jar to another path");
        }
    }

    /**
     * Executes a diagnostic command in the JVM.
     *
     * @param command the command, as for {@code jcmd}
     * @return the JVM's answer
     * @throws RefusedException if the JVM reports an error
     * @throws IOException if the JVM does not answer
     * @throws InterruptedException if interrupted
     */
    public String execute(String command) throws IOException, InterruptedException {
        return execute(command, PATIENCE, () -> {});
    }

    /**
     * Executes a diagnostic command in the JVM.
     *
     * @param command the command, as for {@code jcmd}
     * @param patience how long to wait for an answer
     * @param meanwhile called about every {@link #TICK} until then
     * @return the JVM's answer
     * @throws SilentException if the JVM does not answer in time
     * @throws IOException if the JVM reports an error, or breaks the connection
     * @throws InterruptedException if interrupted
     */
    public String execute(String command, Duration patience, Meanwhile meanwhile) throws IOException, InterruptedException {
        return within(() -> request("jcmd", command), patience, meanwhile);
    }

    private String request(String verb, String... arguments) throws IOException {
        // The protocol's version, a verb and three arguments, each terminated by NUL.
        StringBuilder words = new StringBuilder("1\0").append(verb).append('\0');
        for (int i = 0; i < ARGUMENTS; i++) {
            words.append(i < arguments.length ? arguments[i] : "").append('\0');
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            ByteBuffer request = ByteBuffer.wrap(words.toString().getBytes(StandardCharsets.UTF_8));
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

    /** Returns whether the last request has been answered. */
    public boolean isDone() {
        return last.isDone();
    }

    private <T> T within(Callable<T> work, Duration patience, Meanwhile meanwhile) throws IOException, InterruptedException {
        return await(submit(work), System.nanoTime() + patience.toNanos(), patience, meanwhile);
    }

    /** Awaits the answer in spite of interrupts, the last of which takes effect afterwards. */
    private <T> T inAnyCase(Callable<T> work, Duration patience) throws IOException {
        Future<T> answer = submit(work);
        long begin = System.nanoTime();
        long end = begin + patience.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return await(answer, end, patience, () -> say(begin, patience));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Tells a user at a terminal, once, what takes so long. */
    private void say(long begin, Duration patience) {
        if (!said && System.nanoTime() - begin >= SOON.toNanos() && Terminal.isOn(Terminal.ERROR)) {
            said = true;
            Screen.tell("Waiting for process " + process.pid() + " to answer, for " + patience.toSeconds() + " s at most ...");
        }
    }

    private <T> Future<T> submit(Callable<T> work) {
        Future<T> answer = executor.submit(work);
        last = answer;
        return answer;
    }

    private <T> T await(Future<T> answer, long end, Duration patience, Meanwhile meanwhile)
            throws IOException, InterruptedException {
        while (true) {
            try {
                return answer.get(TICK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException pending) {
                if (System.nanoTime() - end >= 0) {
                    throw new SilentException(
                            "process " + process.pid() + " did not answer within " + patience.toSeconds() + " s");
                }
                meanwhile.run();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException io) {
                    throw io;
                }
                throw new IOException(e.getCause().toString(), e.getCause());
            }
        }
    }

    /** Lets the requests in progress complete. */
    @Override
    public void close() {
        executor.shutdown();
    }
}
