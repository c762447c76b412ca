package dev.slipstream.testkit;

import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A running JVM. A program that serves {@link #ask} answers each line of input with a line that begins with the same mark. */
public final class Running implements AutoCloseable {
    /** Many times what a program takes alone, since others may run at the same time. */
    public static final long DEADLINE_SECONDS = 180;

    private final String command;
    private final Process process;
    private final Path out;
    private final Path err;
    private int asked;

    private Running(String command, Process process, Path out, Path err) {
        this.command = command;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts a command. Its output goes to files. */
    public static Running start(ProcessBuilder builder) throws IOException {
        Path out = Files.createTempFile("slipstream-out", ".txt");
        Path err = Files.createTempFile("slipstream-err", ".txt");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        // With these variables, the JVM would print lines to stderr, or have other remedies.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SLIPSTREAM"));
        Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        return new Running(String.join(" ", builder.command()), process, out, err);
    }

    /** Waits for the end. A program that hangs fails the test. */
    public Ended end() throws IOException, InterruptedException {
        boolean ended = endsWithin(DEADLINE_SECONDS);
        close();
        Ended result = new Ended(command, process.exitValue(), Files.readString(out), Files.readString(err));
        if (!ended) {
            throw new AssertionError("hangs: " + result);
        }
        return result;
    }

    /** Ends the program's input, and waits for its end. */
    public Ended endInput() throws IOException, InterruptedException {
        process.outputWriter().close();
        return end();
    }

    public boolean endsWithin(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    public long pid() {
        return process.pid();
    }

    /** Sends it a signal, such as {@code INT}, by the shell: not every system has the program kill. */
    public void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start().waitFor();
        if (exit != 0) {
            throw new AssertionError("kill -" + name + " " + pid() + ": " + exit);
        }
    }

    public String out() throws IOException {
        return Files.readString(out);
    }

    public String err() throws IOException {
        return Files.readString(err);
    }

    /** Sends a line, waits for the program's answer, and returns it. */
    public String ask(String question) throws Exception {
        String mark = "#" + ++asked + " ";
        Writer in = process.outputWriter();
        in.write(mark + question + "\n");
        in.flush();
        waitUntil("the answer to " + question, () -> answer(mark).isPresent());
        return answer(mark).orElseThrow();
    }

    private Optional<String> answer(String mark) throws IOException {
        String text = out();
        int from = text.indexOf(mark);
        int to = from < 0 ? -1 : text.indexOf('\n', from);
        return to < 0 ? Optional.empty() : Optional.of(text.substring(from + mark.length(), to));
    }

    /** Waits for a condition. A program that ends before, or takes too long, fails the test. */
    public void waitUntil(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new AssertionError("never came: " + what + "\n" + command + "\n" + out() + err());
            }
            Thread.sleep(20);
        }
    }

    /** Sends a request to the agent, and loads the agent if necessary. */
    public void request(String options) throws Exception {
        load(ForkedJvm.JAR, options);
    }

    /** Returns the status of the agent. */
    public Properties status() throws Exception {
        return load(ForkedJvm.JAR, "!status");
    }

    /** Loads an agent, or sends a request to one that is loaded. Returns the agent properties. */
    public Properties load(Path agent, String options) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid()));
        try {
            jvm.loadAgent(agent.toString(), options);
            return jvm.getAgentProperties();
        } finally {
            jvm.detach();
        }
    }

    /** Loads an agent that is a native library. */
    public void loadNative(Path library, String options) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid()));
        try {
            jvm.loadAgentPath(library.toString(), options);
        } finally {
            jvm.detach();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        // The socket of the attach listener: a JVM of another user that gets this process id could not remove it.
        new File("/tmp/.java_pid" + pid()).delete();
    }
}
