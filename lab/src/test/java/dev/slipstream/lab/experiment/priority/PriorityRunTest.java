package dev.slipstream.lab.experiment.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Bench.Jvm;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.experiment.priority.Contest.Rival;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.machine.Processors;
import dev.slipstream.lab.run.Fork;
import dev.slipstream.lab.run.ForkRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every benchmark gives a score, beside a rival that works all the time. How fast is not a matter for a test. */
class PriorityRunTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Path OLDEST = Path.of(System.getProperty("slipstream.jdks", ""), "17");

    @TempDir
    private Path folder;

    private static Stream<Benchmark> benchmarks() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        return new PriorityExperiment().parts(bench).stream().flatMap(part -> part.workloads().stream())
                .flatMap(workload -> Stream.concat(Stream.of(workload.benchmark()), workload.counterpart().stream())).distinct()
                .map(each -> new Benchmark(each.method(), each.params(), List.of(), 0, 1));
    }

    private Fork run(Path home, Benchmark benchmark) throws Exception {
        return ForkRunner.run(benchmark, new Jvm(Jdk.at(home), List.of()), LIMIT, folder.resolve("log"));
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void givesAScore(Benchmark benchmark) throws Exception {
        Fork fork = run(Path.of(System.getProperty("java.home")), benchmark);
        if (benchmark.params().get("processor").equals("own") && Processors.allowed().size() < 2) {
            assertThat(fork.failure()).startsWith("gave no score: needs two processors, and this process may use one\n");
        } else {
            assertThat(fork.failure()).isNull();
            assertThat(fork.score()).isBetween(0.1, 1e6);
            assertThat(fork.unit()).hasValue("us");
        }
    }

    @Test
    void onTheOldestJdk() throws Exception {
        Path home = Files.exists(OLDEST) ? OLDEST : Path.of(System.getProperty("java.home"));
        assertThat(run(home, benchmarks().findFirst().orElseThrow()).failure()).isNull();
    }

    @Test
    void aRivalThatFailsIsNoCompany() throws Exception {
        Rival rival = new Rival(() -> {
            throw new IllegalStateException("no work");
        }, Processors.allowed().get(0), Thread.MIN_PRIORITY);
        assertThat(catchThrowable(rival::start)).hasMessageContaining("no work");
    }

    @Test
    void processorsAreListedInRanges() throws Exception {
        assertThat(Processors.parse("0-2,7")).containsExactly(0, 1, 2, 7);
        assertThat(Processors.parse("3")).containsExactly(3);
        assertThat(Processors.allowed()).isNotEmpty();
    }
}
