package dev.slipstream.lab.experiment.buffering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Bench.Jvm;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.run.Fork;
import dev.slipstream.lab.run.ForkRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every benchmark gives a score, on the oldest JDK as well. How fast is not a matter for a test. */
@Tag("long")
class BufferingRunTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Path OWN = Path.of(System.getProperty("java.home"));
    private static final Path OLDEST = Path.of(System.getProperty("slipstream.jdks", ""), "17");

    @TempDir
    private Path folder;

    private static Stream<Benchmark> benchmarks() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        // Parts of two letters repeat benchmarks of other parts at more sizes; of curves, the ends are enough.
        return new BufferingExperiment().parts(bench).stream().filter(part -> part.id().length() == 1).flatMap(part -> part.workloads().stream())
                .flatMap(workload -> Stream.concat(Stream.of(workload.benchmark()), workload.counterpart().stream())).distinct()
                .filter(BufferingRunTest::isEndOfCurve)
                .map(each -> new Benchmark(each.method(), each.params(), List.of(), 0, 1));
    }

    private static boolean isEndOfCurve(Benchmark benchmark) {
        return Stream.of("piece", "buffer").map(benchmark.params()::get).filter(Objects::nonNull).map(Integer::parseInt)
                .allMatch(bytes -> bytes <= 1_024 || bytes == 8_192 || bytes == 1_048_576);
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void givesAScore(Benchmark benchmark) throws Exception {
        Path home = benchmark.params().containsKey("through") && Files.exists(OLDEST) ? OLDEST : OWN;
        Fork fork = ForkRunner.run(benchmark, new Jvm(Jdk.at(home), List.of()), LIMIT, folder.resolve("log"));
        assertThat(fork.failure()).isNull();
        assertThat(fork.score()).isBetween(1.0, 1e8);
        assertThat(fork.unit()).hasValue("ns");
    }
}
