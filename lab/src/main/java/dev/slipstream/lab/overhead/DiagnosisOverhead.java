package dev.slipstream.lab.overhead;

import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.PseudoMedian;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Measures what a running diagnosis costs its target: the same JVM works without and with one in turn (A B, B A, ...), and the
 * ratio of what it gets done in a second is taken within each pair, and in a second of its processor time, which other programs
 * disturb less. A diagnosis counts from its start to its end, with all that it asks of the target.
 * The target has processors of its own, so that what the diagnosing JVM takes itself does not count.
 */
public final class DiagnosisOverhead {
    private static final double CONFIDENCE = 0.95;
    private static final double GOAL = 0.98;
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration REST = Duration.ofSeconds(1);

    private final Path slipstream;
    private final Path jdk;
    private final int pairs;
    private final int seconds;

    private DiagnosisOverhead(Path slipstream, Path jdk, int pairs, int seconds) {
        this.slipstream = slipstream;
        this.jdk = jdk;
        this.pairs = pairs;
        this.seconds = seconds;
    }

    /** What the target has done at some time. */
    private record Reading(long done, long nanos, long processorNanos) {
        double[] ratesUntil(Reading later) {
            double billions = (later.done - done) * 1e9;
            return new double[] {billions / (later.nanos - nanos), billions / (later.processorNanos - processorNanos)};
        }
    }

    /** Runs it. Arguments: Slipstream's jar, the target's JDK, how many pairs (3 or more), how many seconds each half takes. */
    public static void main(String[] args) throws IOException, InterruptedException {
        new DiagnosisOverhead(Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3])).run();
    }

    private void run() throws IOException, InterruptedException {
        int processors = Runtime.getRuntime().availableProcessors();
        int its = Math.max(1, processors / 2);
        String itsOwn = its == 1 ? "0" : "0-" + (its - 1);
        String others = processors == 1 ? "0" : its + "-" + (processors - 1);
        Process target = new ProcessBuilder("taskset", "-c", itsOwn, jdk.resolve("bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Busy.class.getName(), Integer.toString(its))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            System.out.printf(Locale.ROOT, "target on processors %s, diagnosis on %s, %s%n", itsOwn, others, jdk);
            Thread.sleep(WARM_UP.toMillis());
            diagnose(target, others);
            measure(target, others);
        } finally {
            target.destroyForcibly();
        }
    }

    private void measure(Process target, String others) throws IOException, InterruptedException {
        double[][] ratios = new double[2][pairs];
        for (int pair = 0; pair < pairs; pair++) {
            double[][] rates = new double[2][];
            for (int half = 0; half < 2; half++) {
                boolean with = (half == 1) == (pair % 2 == 0);
                Thread.sleep(REST.toMillis());
                Reading before = read(target);
                if (with) {
                    diagnose(target, others);
                } else {
                    Thread.sleep(Duration.ofSeconds(seconds).toMillis());
                }
                rates[with ? 1 : 0] = before.ratesUntil(read(target));
            }
            for (int of = 0; of < ratios.length; of++) {
                ratios[of][pair] = rates[1][of] / rates[0][of];
            }
            System.out.printf(Locale.ROOT,
                    "pair %d: %,.0f/s without, %,.0f/s with, ratio %.4f, for the same processor time %.4f%n",
                    pair + 1, rates[0][0], rates[1][0], ratios[0][pair], ratios[1][pair]);
        }
        tell("throughput", ratios[0]);
        tell("throughput for the same processor time", ratios[1]);
    }

    private static void tell(String what, double[] ratios) {
        Interval interval = PseudoMedian.interval(ratios, CONFIDENCE);
        System.out.printf(Locale.ROOT,
                "%s with a diagnosis against without: %.4f, 95 %% interval %.4f to %.4f; at least %.2f: %s%n",
                what, PseudoMedian.of(ratios), interval.low(), interval.high(), GOAL,
                interval.low() >= GOAL ? "holds" : interval.high() < GOAL ? "refuted" : "undecided");
    }

    private static Reading read(Process target) throws IOException {
        Writer in = target.outputWriter();
        in.write("\n");
        in.flush();
        BufferedReader out = target.inputReader();
        String[] said = out.readLine().split(" ");
        return new Reading(Long.parseLong(said[0]), Long.parseLong(said[1]), Long.parseLong(said[2]));
    }

    /** Looks for as long as a half takes; beginning and ending come on top. */
    private void diagnose(Process target, String others) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Process diagnosis = new ProcessBuilder("taskset", "-c", others, java, "-jar", slipstream.toString(), "diagnose", "--for",
                seconds + "s", Long.toString(target.pid()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        int code = diagnosis.waitFor();
        if (code > 1) {
            throw new IOException("the diagnosis failed with exit code " + code);
        }
    }
}
