package dev.slipstream.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Workload;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Every benchmark about the capacity gives a score. How fast is not a matter for a test. */
class TextCapacityTest {
    @TempDir
    private Path folder;

    static Stream<Benchmark> benchmarks() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty(), Size.DEFAULT, OptionalInt.empty());
        Stream<Part> parts = Stream.of(TextCapacity.byLength("a", bench, List.of(17, 21, 25)), TextCapacity.histograms("b", bench),
                TextCapacity.nothingToGain("c", bench), TextCapacity.quickly("d", bench), TextCapacity.quickControl("e", bench));
        return parts.flatMap(part -> part.workloads().stream()).map(Workload::benchmark).distinct();
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void givesAScore(Benchmark benchmark) throws Exception {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + benchmark.method().replace(".", "\\.") + "$")
                .forks(1)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true)
                .output(folder.resolve("log").toString());
        benchmark.params().forEach(options::param);
        Collection<RunResult> results = new Runner(options.build()).run();
        assertThat(results).singleElement().satisfies(result ->
                assertThat(result.getPrimaryResult().getScore()).isBetween(0.001, 1e6));
    }
}
