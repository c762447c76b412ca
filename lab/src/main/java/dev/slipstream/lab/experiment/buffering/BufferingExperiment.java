package dev.slipstream.lab.experiment.buffering;

import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.LibraryParts;
import dev.slipstream.results.Part;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.stats.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Proof about reading and writing a file in small pieces, after P. Lawrey, "Tuning buffer sizes" (2011): unbuffered, through the
 * buffered streams of java.io, of the library, and of other libraries, and with read-ahead by the remedy.
 */
public final class BufferingExperiment implements Experiment {
    static final List<Integer> NEEDED = List.of(17, 21, 25);
    private static final List<Integer> NEWEST = List.of(25);
    static final int OLDEST = 17;

    /** The same value as in the benchmarks' annotations. */
    private static final double ITERATION_SECONDS = 0.05;

    private static final int TIMES = 20;

    /** The JDK of the headline claim. */
    private static final int HEADLINE = 25;

    /** Far below any claimed gain. */
    private static final double TOLERANCE = 0.25;

    /** Runs just long enough to trigger read-ahead, and too short to profit from it. */
    private static final List<Integer> SHORT_RUNS = List.of(17, 40);

    @Override
    public String remedy() {
        return "buffering";
    }

    @Override
    public String title() {
        return "Files in small pieces";
    }

    @Override
    public String about(int feature) {
        return feature < OLDEST ? "" : "a system call for each piece of a file, or with java.io's buffer a lock";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Integer> features = bench.features(NEEDED, OLDEST);
        List<Part> parts = new ArrayList<>(LibraryParts.of(remedy(), bench));
        parts.add(bytes("h", features));
        parts.add(interrupted("i", NEWEST));
        parts.add(nothingToGain("j", NEWEST).covering("h", "i"));
        return parts;
    }

    /**
     * Returns the part about reading one byte at a time through {@code FileInputStream.read()}, to which the remedy adds
     * read-ahead.
     */
    private static Part bytes(String id, List<Integer> features) {
        return Part.of(id, "Files that are read byte by byte, without a buffer",
                Workload.of(id + "-one", "one byte", benchmark("one", Map.of()), Bench.pairs(1),
                        stockAndSlipstream(features)).claiming(
                                features.stream()
                                        .map(feature -> new Claim(SLIPSTREAM.on(feature), new Bar.Faster(TIMES),
                                                STOCK.on(feature)))
                                        .map(claim -> claim.asHeadlineOn(HEADLINE)).toList()));
    }

    /**
     * Returns the part about runs that end with a call of {@code available()}, which makes the remedy give back the bytes read
     * ahead.
     */
    private static Part interrupted(String id, List<Integer> features) {
        return Part.of(id, "The same, with a call of available() after each run",
                SHORT_RUNS.stream().map(run -> interrupted(id, run, features)).toArray(Workload[]::new));
    }

    private static Workload interrupted(String id, int run, List<Integer> features) {
        return Workload.of(id + "-run-" + run, "one byte, in runs of " + run,
                benchmark("interrupted", Map.of("run", Integer.toString(run))), Bench.pairs(1),
                stockAndSlipstream(features)).claiming(
                        features.stream()
                                .map(feature -> new Claim(SLIPSTREAM.on(feature), new Bar.NoCost(0.05), STOCK.on(feature)))
                                .toList());
    }

    /** Returns the controls with nothing to read ahead: a gain here would be a measurement error. */
    private static Part nothingToGain(String id, List<Integer> features) {
        Map<Subject, Double> subjects = stockAndSlipstream(features);
        subjects.put(TWIN.on(features.get(0)), ITERATION_SECONDS);
        return Part.of(id, "Control: 8 KiB at a time",
                Workload.of(id + "-many", "8 KiB", benchmark("many", Map.of()), Bench.pairs(1), subjects)
                        .claiming(claims(features)));
    }

    private static List<Claim> claims(List<Integer> features) {
        int first = features.get(0);
        return List.of(Claim.control(SLIPSTREAM.on(first), TOLERANCE, STOCK.on(first)),
                Claim.control(TWIN.on(first), TOLERANCE, STOCK.on(first)));
    }

    private static Benchmark benchmark(String method, Map<String, String> params) {
        return new Benchmark(UnbufferedReads.class.getName() + "." + method, params, List.of(), 8, 8);
    }

    private static Map<Subject, Double> stockAndSlipstream(List<Integer> features) {
        return Subject.ofEach(features, ITERATION_SECONDS, STOCK, SLIPSTREAM);
    }
}
