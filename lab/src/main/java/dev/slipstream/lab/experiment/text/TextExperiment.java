package dev.slipstream.lab.experiment.text;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import java.util.List;
import java.util.Map;

/**
 * Proof about text that outgrows a {@link StringBuilder}'s initial capacity, and about lines of text and numbers that are garbage
 * once written.
 */
public final class TextExperiment implements Experiment {
    static final List<Integer> NEEDED = List.of(17, 21, 25, 28);

    /** The same value as in the benchmarks' annotations. */
    static final double ITERATION_SECONDS = 0.05;

    /** Distinguishing 2 % from noise takes many pairs. */
    static final double NARROW = 2;

    /**
     * A heap of fixed size, pretouched. In a growing heap, iterations take up to twenty times as long while new pages are touched
     * for the first time, which can last seconds under a hypervisor.
     */
    static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch");

    private static final List<Integer> RELEASED = List.of(17, 21, 25);
    private static final List<Integer> NEWEST = List.of(25);
    private static final int OLDEST = 17;

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
        return List.of(
                TextLibrary.lines(),
                TextLibrary.strings(),
                TextLibrary.lengths(),
                TextLibrary.memory(),
                TextLibrary.nothingToGain().guarding("a", "b", "c"),
                TextCapacity.byLength("f", bench.features(NEEDED, OLDEST)),
                TextCapacity.histograms("g"),
                TextCapacity.nothingToGain("h").guarding("f", "g", "i"),
                TextCapacity.everyLength("i", RELEASED));
    }

    static Benchmark benchmark(Class<?> program, String method, Map<String, String> params) {
        return new Benchmark(program.getName() + "." + method, params, HEAP, 10, 8);
    }
}
