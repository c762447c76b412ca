package dev.slipstream.examples.common;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** JVM that runs a class of the examples, which answers on standard output, line by line. */
public final class ExampleJvm implements AutoCloseable {
    private static final int ENDING_SECONDS = 10;

    private final Process process;
    private final List<String> command;
    private final boolean server;

    private ExampleJvm(ExampleJdk jdk, List<String> options, Redirect errors, boolean server, Class<?> main, Object... args)
            throws IOException {
        command = new ArrayList<>(List.of(jdk.java().toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        process = new ProcessBuilder(command).redirectError(errors).start();
        Example.endWithThisJvm(process);
        this.server = server;
    }

    /** Starts a JVM, and inherits its standard error. */
    public static ExampleJvm start(ExampleJdk jdk, List<String> options, Class<?> main, Object... args) throws IOException {
        return new ExampleJvm(jdk, options, Redirect.INHERIT, false, main, args);
    }

    /** Starts a JVM, and discards its standard error. */
    public static ExampleJvm startQuiet(ExampleJdk jdk, List<String> options, Class<?> main, Object... args) throws IOException {
        return new ExampleJvm(jdk, options, Redirect.DISCARD, false, main, args);
    }

    /** Starts a JVM that ends when its standard input ends. */
    public static ExampleJvm startServer(ExampleJdk jdk, List<String> options, Class<?> main, Object... args) throws IOException {
        return new ExampleJvm(jdk, options, Redirect.INHERIT, true, main, args);
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /**
     * Returns the next line of output.
     *
     * @throws IllegalStateException if the output ends first
     */
    public String line() throws IOException {
        String line = process.inputReader().readLine();
        if (line == null) {
            throw noResult();
        }
        return line;
    }

    /**
     * Returns the next line of output.
     *
     * @throws IllegalStateException if the output ends first, or the line takes longer than {@code patience}
     */
    public String line(Duration patience) {
        FutureTask<String> line = new FutureTask<>(process.inputReader()::readLine);
        Thread.ofVirtual().start(line);
        String answer = null;
        try {
            answer = line.get(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            // There is no answer.
        }
        if (answer == null) {
            throw new IllegalStateException("no answer from " + process.info().commandLine().orElse("a process that ended"));
        }
        return answer;
    }

    /**
     * Returns the next line of output, and waits for the end of the JVM.
     *
     * @throws IllegalStateException if there is no line, or the exit code is not 0
     */
    public String lastLine() throws IOException {
        String line = line();
        try {
            if (process.waitFor() != 0) {
                throw noResult();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return line;
    }

    private IllegalStateException noResult() {
        return new IllegalStateException("a process ended without a result: " + String.join(" ", command));
    }

    /** Ends the JVM; a server first gets some time to end by itself. */
    @Override
    public void close() {
        if (server) {
            try {
                process.getOutputStream().close();
                if (process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)) {
                    return;
                }
            } catch (IOException | InterruptedException e) {
                // Ends the JVM at once.
            }
        }
        process.destroyForcibly();
    }
}
