package dev.slipstream.lab.experiment;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Size;
import java.util.List;
import java.util.Map;

/** Text that outgrows what a {@link StringBuilder} begins with, and lines of text and numbers that are garbage once written. */
public final class TextExperiment implements Experiment {
    static final List<Integer> NEEDED = List.of(17, 21, 25, 28);

    /** As the benchmarks' annotations say. */
    static final double ITERATION_SECONDS = 0.05;

    /** To tell a fiftieth from noise takes many pairs. */
    static final double NARROW = 2;

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
    public List<Integer> features(Size size) {
        return size == Size.QUICK ? NEWEST : NEEDED;
    }

    @Override
    public List<Part> parts(Bench bench) {
        if (bench.size() == Size.QUICK) {
            return List.of(TextLibrary.quickLines(bench), TextLibrary.nothingToGain(bench).guarding("a"),
                    TextCapacity.quickly("f", bench));
        }
        return List.of(
                TextLibrary.lines(bench),
                TextLibrary.strings(bench),
                TextLibrary.lengths(bench),
                TextLibrary.memory(),
                TextLibrary.nothingToGain(bench).guarding("a", "b", "c"),
                TextCapacity.byLength("f", bench, bench.size() == Size.FULL ? bench.features(NEEDED, OLDEST) : RELEASED),
                TextCapacity.histograms("g", bench),
                TextCapacity.nothingToGain("h", bench).guarding("f", "g", "i"),
                TextCapacity.everyLength("i", bench, RELEASED));
    }

    static Benchmark benchmark(Class<?> program, String method, Map<String, String> params, Bench bench) {
        boolean quick = bench.size() == Size.QUICK;
        return new Benchmark(program.getName() + "." + method, params, List.of(), 10, quick ? 4 : 8);
    }
}
