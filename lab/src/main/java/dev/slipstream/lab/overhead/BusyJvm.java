package dev.slipstream.lab.overhead;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;

/** JVM that runs {@link Busy}. For use by one thread. */
final class BusyJvm implements AutoCloseable {
    private final Process process;
    private final Writer in;
    private final BufferedReader out;

    private BusyJvm(Process process) {
        this.process = process;
        this.in = process.outputWriter();
        this.out = process.inputReader();
    }

    /**
     * Starts a JVM.
     *
     * @param processors the processors that it may use, in the syntax of {@code taskset}
     * @param threads the number of worker threads
     */
    static BusyJvm start(Path jdk, String processors, int threads) throws IOException {
        return new BusyJvm(new ProcessBuilder("taskset", "-c", processors, jdk.resolve("bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Busy.class.getName(), Integer.toString(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /**
     * Reading of the work done so far.
     *
     * @param done the number of requests done
     * @param nanos the time, by the JVM's clock
     * @param processorNanos the processor time of all its threads
     * @param workerNanos the part of it that the worker threads used
     */
    record Reading(long done, long nanos, long processorNanos, long workerNanos) {
        /** Returns the work done in a second of the workers' processor time. */
        double rateUntil(Reading later) {
            return (later.done - done) * 1e9 / (later.workerNanos - workerNanos);
        }

        /** Returns the number of processors that the JVM's own threads used on average. */
        double ownUntil(Reading later) {
            return (double) (later.processorNanos - processorNanos - later.workerNanos + workerNanos) / (later.nanos - nanos);
        }
    }

    long pid() {
        return process.pid();
    }

    Reading read() throws IOException {
        in.write("\n");
        in.flush();
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the target has ended");
        }
        String[] said = line.split(" ");
        return new Reading(Long.parseLong(said[0]), Long.parseLong(said[1]), Long.parseLong(said[2]), Long.parseLong(said[3]));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
