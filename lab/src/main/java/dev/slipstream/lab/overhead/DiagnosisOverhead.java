package dev.slipstream.lab.overhead;

import dev.slipstream.lab.pairs.Pairs;
import dev.slipstream.results.stats.Interval;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Measurement of the cost of a running diagnosis for its target. Two JVMs do the same work on the same processors, which they share
 * in short time slices. First one of them is diagnosed, then the other. Other programs, and other machines on the same hardware,
 * slow both JVMs alike. One JVM may be compiled better than the other; the two halves of a pair cancel that difference.
 *
 * <p>A diagnosis has two costs. First, the JVM's own threads take samples and write them. This cost is the processor time that they
 * use beyond that of the other JVM's own threads. Samples go by the clock, whatever processor time the workers get, so this cost
 * reduces what a JVM that has the processors for itself could use. This is checked first, on one JVM alone, for comparison.
 * Second, the workers get less done in a second of their own processor time, since they walk their stacks. These events go by the
 * clock too: a worker that shares a processor has more of them in a second of its own than a worker that has it for itself, so the
 * measured cost is an upper bound.
 *
 * <p>A diagnosis counts from its start to its end, with everything that it requests from the target. The diagnosing JVM's own
 * processor time does not count, and it runs on processors of its own.
 */
public final class DiagnosisOverhead {
    private static final double CONFIDENCE = 0.95;
    private static final double GOAL = 0.98;
    private static final Duration WARM_UP = Duration.ofSeconds(40);
    private static final Duration REST = Duration.ofSeconds(1);

    private final Path slipstream;
    private final int pairs;
    private final int seconds;
    private final String itsProcessors;
    private final String otherProcessors;
    private final int threads;

    private DiagnosisOverhead(Path slipstream, int pairs, int seconds) {
        this.slipstream = slipstream;
        this.pairs = pairs;
        this.seconds = seconds;
        int processors = Runtime.getRuntime().availableProcessors();
        threads = Math.max(1, processors / 2);
        itsProcessors = threads == 1 ? "0" : "0-" + (threads - 1);
        otherProcessors = processors == 1 ? "0" : threads == processors - 1 ? "" + threads : threads + "-" + (processors - 1);
    }

    /**
     * Runs the measurement. Arguments: Slipstream's jar, the targets' JDK, the number of pairs (3 or more), the seconds of each
     * half.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        DiagnosisOverhead overhead =
                new DiagnosisOverhead(Path.of(args[0]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        overhead.run(Path.of(args[1]));
    }

    private void run(Path jdk) throws IOException, InterruptedException {
        try (BusyJvm one = BusyJvm.start(jdk, itsProcessors, threads)) {
            System.out.printf(Locale.ROOT, "targets on processors %s, diagnosis on %s, %s%n", itsProcessors, otherProcessors,
                    jdk);
            Thread.sleep(WARM_UP.toMillis());
            diagnose(one);
            alone(one);
            try (BusyJvm two = BusyJvm.start(jdk, itsProcessors, threads)) {
                Thread.sleep(WARM_UP.toMillis());
                diagnose(two);
                pairs(one, two);
            }
        }
    }

    private void alone(BusyJvm only) throws IOException, InterruptedException {
        double before = ownAlone(only);
        BusyJvm.Reading start = only.read();
        diagnose(only);
        double diagnosed = start.ownUntil(only.read());
        double more = diagnosed - (before + ownAlone(only)) / 2;
        System.out.printf(Locale.ROOT, "alone: its own threads take %.2f %% of a processor more%n", more * 100);
    }

    private double ownAlone(BusyJvm only) throws IOException, InterruptedException {
        BusyJvm.Reading start = only.read();
        Thread.sleep(seconds * 1_000L);
        return start.ownUntil(only.read());
    }

    private void pairs(BusyJvm one, BusyJvm two) throws IOException, InterruptedException {
        double[] kept = new double[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            double first = half(one, two);
            double second = half(two, one);
            // A difference in speed between the JVMs cancels out in the geometric mean only.
            kept[pair] = Math.sqrt(first * second);
            System.out.printf(Locale.ROOT, "pair %d: %.4f and %.4f, together %.4f%n", pair + 1, first, second, kept[pair]);
        }
        tell(kept);
    }

    /**
     * Returns the work that the diagnosed JVM would do if it had the processors for itself, as a fraction of that without a
     * diagnosis.
     */
    private double half(BusyJvm diagnosed, BusyJvm other) throws IOException, InterruptedException {
        Thread.sleep(REST.toMillis());
        BusyJvm.Reading before = diagnosed.read();
        BusyJvm.Reading othersBefore = other.read();
        diagnose(diagnosed);
        BusyJvm.Reading after = diagnosed.read();
        BusyJvm.Reading othersAfter = other.read();
        double workers = before.rateUntil(after) / othersBefore.rateUntil(othersAfter);
        double more = before.ownUntil(after) - othersBefore.ownUntil(othersAfter);
        System.out.printf(Locale.ROOT, "  its own threads take %.2f %% of a processor more; its workers do %.4f in their time%n",
                more * 100, workers);
        return workers * (1 - more / threads);
    }

    private static void tell(double[] kept) {
        Interval interval = Pairs.interval(kept, CONFIDENCE);
        System.out.printf(Locale.ROOT,
                "work done with a diagnosis, as a part of that without: %.4f, 95 %% interval %.4f to %.4f; at least %.2f: %s%n",
                Pairs.pseudoMedian(kept), interval.low(), interval.high(), GOAL,
                interval.low() >= GOAL ? "holds" : interval.high() < GOAL ? "refuted" : "undecided");
    }

    private void diagnose(BusyJvm target) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Process diagnosis = new ProcessBuilder("taskset", "-c", otherProcessors, java, "-jar", slipstream.toString(), "diagnose",
                "--for", seconds + "s", Long.toString(target.pid()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        int code = diagnosis.waitFor();
        if (code > 1) {
            throw new IOException("the diagnosis failed with exit code " + code);
        }
    }

    /** JVM that runs {@link Busy}. For use by one thread. */
    private static final class BusyJvm implements AutoCloseable {
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
            return new Reading(Long.parseLong(said[0]), Long.parseLong(said[1]), Long.parseLong(said[2]),
                    Long.parseLong(said[3]));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
