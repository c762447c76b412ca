package dev.slipstream.lab.experiment.arenas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Every benchmark gives a score, and those that share an arena close it in the end. How fast is not a matter for a test. */
@Tag("long")
class ArenasRunTest {
    /** In nanoseconds: a cold JVM on a busy machine may spend all of an iteration on the first call. */
    private static final double A_SECOND = 1e9;

    @TempDir
    private Path folder;

    /** A java command, and what it must be able to run. */
    private record Run(Path java, Benchmark benchmark) {
        @Override
        public String toString() {
            return java + " " + benchmark.method() + benchmark.params();
        }
    }

    private static Stream<Benchmark> benchmarks() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        return new ArenasExperiment().parts(bench).stream().flatMap(part -> part.workloads().stream())
                .flatMap(workload -> Stream.concat(Stream.of(workload.benchmark()), workload.counterpart().stream())).distinct();
    }

    /** All on the JDK of the test; on JDK 21, if the folder {@code slipstream.jdks} has it, where arenas are on trial, the first. */
    private static Stream<Run> runs() {
        Path own = Path.of(System.getProperty("java.home"), "bin/java");
        Stream<Run> here = benchmarks().map(each -> new Run(own, each));
        Path oldest = Path.of(System.getProperty("slipstream.jdks", ""), "21/bin/java");
        return Files.exists(oldest)
                ? Stream.concat(here, Stream.of(new Run(oldest, benchmarks().findFirst().orElseThrow())))
                : here;
    }

    @ParameterizedTest
    @MethodSource("runs")
    void givesAScore(Run run) throws Exception {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + run.benchmark().method().replace(".", "\\.") + "$")
                .jvm(run.java().toString())
                .jvmArgs(run.benchmark().jvmArgs().toArray(String[]::new))
                .forks(1)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true)
                .output(folder.resolve("log").toString());
        run.benchmark().params().forEach(options::param);
        Collection<RunResult> results = new Runner(options.build()).run();
        assertThat(results).singleElement().satisfies(result ->
                assertThat(result.getPrimaryResult().getScore()).isBetween(0.1, A_SECOND));
    }

    @Test
    void theFunctionIsCalledWithTheSegments() throws Throwable {
        Object arena = Foreign.arena("shared");
        Object segment = Foreign.allocate(arena, 8);
        ByteBuffer buffer = Foreign.buffer(segment);
        assertThat(buffer.capacity()).isEqualTo(8);
        int first = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        int second = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        assertThat(first).isEqualTo(second);
        ((AutoCloseable) arena).close();
        assertThatThrownBy(() -> {
            int result = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        }).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void theGlobalArenaCannotBeClosed() throws Throwable {
        assertThatThrownBy(() -> ((AutoCloseable) Foreign.arena("global")).close())
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
