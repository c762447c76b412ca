package dev.slipstream.lab.experiment.text;

import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.LibraryParts;
import dev.slipstream.results.Part;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.stats.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Proof about text that outgrows a {@link StringBuilder}'s initial capacity, and about lines of text and numbers that are garbage
 * once written.
 */
public final class TextExperiment implements Experiment {
    static final List<Integer> NEEDED = List.of(17, 21, 25, 28);

    /** The same value as in the benchmarks' annotations. */
    static final double ITERATION_SECONDS = 0.05;

    /** Distinguishing 2 % from noise, and showing that code with nothing to gain does not lose, takes many pairs. */
    static final double NARROW = 2;

    /**
     * A heap of fixed size, pretouched. In a growing heap, iterations take up to twenty times as long while new pages are touched
     * for the first time, which can last seconds under a hypervisor.
     */
    static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch");

    private static final List<Integer> RELEASED = List.of(17, 21, 25);
    private static final int OLDEST = 17;

    private static final List<Integer> TWO = List.of(21, 25);
    private static final Bar FASTER = new Bar.Faster(1);
    private static final Bar MUCH_FASTER = new Bar.Faster(1.25);

    /**
     * Warm-up iterations. The agent samples lengths for half a second, beginning 0.8 seconds after its start; then the JIT compiler
     * must recompile with the chosen capacity.
     */
    private static final int UNTIL_CHOSEN = 36;

    /** Far below any claimed gain. */
    private static final double TOLERANCE = 0.15;
    private static final Bar NO_COST = new Bar.NoCost(0.05);

    /** The length of the headline claim. */
    private static final int HEADLINE = 33;

    @Override
    public String remedy() {
        return "text";
    }

    @Override
    public String title() {
        return "Small text, built and written";
    }

    @Override
    public String about(int feature) {
        return feature < OLDEST ? "" : "a StringBuilder begins with 16 characters, and what it is filled with is garbage";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Part> parts = new ArrayList<>(LibraryParts.of(remedy(), bench));
        parts.addAll(List.of(
                byLength("f", bench.features(NEEDED, OLDEST)),
                histograms("g"),
                nothingToGain("h").covering("f", "g", "i"),
                everyLength("i", RELEASED)));
        return parts;
    }

    static Benchmark benchmark(Class<?> program, String method, Map<String, String> params) {
        return new Benchmark(program.getName() + "." + method, params, HEAP, 10, 8);
    }

    /** Returns the part about texts of a single length, which the remedy learns. */
    private static Part byLength(String id, List<Integer> features) {
        List<Integer> lengths = List.of(17, 22, 33, 41, 64);
        return Part.of(id, "new StringBuilder(), by the final length", lengths.stream()
                .map(length -> Workload
                        .of(id + "-" + length, length + " characters", benchmark(length), Bench.pairs(1),
                                stockAndSlipstream(features))
                        .at(length).claiming(gain(length, features)))
                .toArray(Workload[]::new)).along(new Axis("length", "characters", true));
    }

    /** Returns the part about texts of mixed lengths, as in a real program. */
    private static Part everyLength(String id, List<Integer> features) {
        return Part.of(id, "new StringBuilder(), all lengths that need more than 16 characters and less than 65",
                Workload.of(id + "-17-64", "17 to 64 characters", benchmark("17-64"), Bench.pairs(NARROW),
                        stockAndSlipstream(features))
                        .claiming(all(MUCH_FASTER, features)));
    }

    /** Returns the part that replays two programs' published distributions of lengths. */
    private static Part histograms(String id) {
        return Part.of(id, "new StringBuilder(), the final lengths of two programs", Stream.of("84-10-4", "49-47-0")
                .map(name -> Workload.of(id + "-" + name, name.replace('-', '/') + " percent below 32/48/64",
                        benchmark(name), Bench.pairs(1), stockAndSlipstream(TWO))
                        .claiming(all(NO_COST, TWO)))
                .toArray(Workload[]::new));
    }

    /** Returns the controls that fit into the JDK's default capacity: a gain here would be a measurement error. */
    private static Part nothingToGain(String id) {
        Map<Subject, Double> subjects = stockAndSlipstream(TWO);
        subjects.put(TWIN.on(21), ITERATION_SECONDS);
        return Part.of(id, "Control: texts that fit", Workload.of(id + "-7", "7 characters", benchmark(7),
                Bench.pairs(NARROW), subjects).claiming(controls(TWO)));
    }

    /**
     * Returns a benchmark scored by the fastest iteration, which has no garbage collection, so the remedy's lower allocation is not
     * credited.
     */
    private static Benchmark benchmark(Object lengths) {
        return new Benchmark(NewBuilder.class.getName() + ".run", Map.of("lengths", lengths.toString()), HEAP,
                UNTIL_CHOSEN, 1).byFastest();
    }

    private static Map<Subject, Double> stockAndSlipstream(List<Integer> features) {
        return Subject.ofEach(features, ITERATION_SECONDS, STOCK, SLIPSTREAM);
    }

    private static List<Claim> all(Bar bar, List<Integer> features) {
        return features.stream().map(feature -> new Claim(SLIPSTREAM.on(feature), bar, STOCK.on(feature))).toList();
    }

    private static List<Claim> gain(int length, List<Integer> features) {
        return all(FASTER, features).stream().map(claim -> length == HEADLINE ? claim.asHeadlineOn(21) : claim).toList();
    }

    private static List<Claim> controls(List<Integer> features) {
        return Stream
                .concat(features.stream().map(feature -> Claim.control(SLIPSTREAM.on(feature), TOLERANCE, STOCK.on(feature))),
                        Stream.of(Claim.control(TWIN.on(21), TOLERANCE, STOCK.on(21))))
                .toList();
    }
}
