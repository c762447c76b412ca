package dev.slipstream.lab.overhead;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;

/** A JVM that runs {@link Busy}. For one thread. */
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
     * Starts one.
     *
     * @param processors those that it may use, as {@code taskset} has them
     * @param threads how many work
     */
    static BusyJvm start(Path jdk, String processors, int threads) throws IOException {
        return new BusyJvm(new ProcessBuilder("taskset", "-c", processors, jdk.resolve("bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Busy.class.getName(), Integer.toString(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /**
     * What it has done at some time.
     *
     * @param nanos when, by the JVM's clock
     * @param processorNanos the processor time of all its threads
     * @param workerNanos of these, of the threads that do it
     */
    record Reading(long done, long nanos, long processorNanos, long workerNanos) {
        /** For a second of the workers' processor time. */
        double rateUntil(Reading later) {
            return (later.done - done) * 1e9 / (later.workerNanos - workerNanos);
        }

        /** How many processors the JVM's own threads took. */
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
