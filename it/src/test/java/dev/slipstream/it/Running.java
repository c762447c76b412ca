package dev.slipstream.it;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A running JVM. A program that serves {@link #ask} answers each line of input with a line that begins with the same mark. */
final class Running implements AutoCloseable {
    /** Many times what a program takes alone, since others may run at the same time. */
    static final long DEADLINE_SECONDS = 180;

    private final String command;
    private final Process process;
    private final Path out;
    private final Path err;
    private int asked;

    Running(String command, Process process, Path out, Path err) {
        this.command = command;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Waits for the end. A program that hangs fails the test. */
    Ended end() throws IOException, InterruptedException {
        boolean ended = endsWithin(DEADLINE_SECONDS);
        close();
        Ended result = new Ended(command, process.exitValue(), Files.readString(out), Files.readString(err));
        if (!ended) {
            throw new AssertionError("hangs: " + result);
        }
        return result;
    }

    boolean endsWithin(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    long pid() {
        return process.pid();
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /** Sends a line, waits for the program's answer, and returns it. */
    String ask(String question) throws IOException, InterruptedException {
        String mark = "#" + ++asked + " ";
        Writer in = process.outputWriter();
        in.write(mark + question + "\n");
        in.flush();
        waitUntil("the answer to " + question, () -> answer(mark) != null);
        return answer(mark);
    }

    private String answer(String mark) {
        try {
            String text = out();
            int from = text.indexOf(mark);
            int to = from < 0 ? -1 : text.indexOf('\n', from);
            return to < 0 ? null : text.substring(from + mark.length(), to);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void waitUntil(String what, BooleanSupplier condition) throws InterruptedException, IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new AssertionError("never came: " + what + "\n" + command + "\n" + out() + err());
            }
            Thread.sleep(20);
        }
    }

    /** Sends a request to the agent, and loads the agent if necessary. */
    void request(String options) throws Exception {
        load(Jvm.JAR, options);
    }

    /** Returns the status of the agent. */
    Properties status() throws Exception {
        return load(Jvm.JAR, "!status");
    }

    /** Loads an agent, or sends a request to one that is loaded. Returns the agent properties. */
    Properties load(Path agent, String options) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid()));
        try {
            jvm.loadAgent(agent.toString(), options);
            return jvm.getAgentProperties();
        } finally {
            jvm.detach();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
