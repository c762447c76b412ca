package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.experiment.text.NewBuilder;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.stats.Estimator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkRunnerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void givesASecondsScore() throws Exception {
        Fork fork = ForkRunner.run(Tiny.sleeping(50), Tiny.jvm(), LIMIT, folder.resolve("log"));
        assertThat(fork.failure()).isNull();
        assertThat(fork.score()).isBetween(0.05, 10.0);
        assertThat(fork.unit()).hasValue("s");
        assertThat(folder.resolve("log")).isNotEmptyFile();
    }

    /** A fork that never becomes steady, as on a busy machine, runs all iterations. */
    @Test
    void aWarmForkEndsOnceItIsSteady() throws Exception {
        Benchmark benchmark = new Benchmark(NewBuilder.class.getName() + ".run", Map.of("lengths", "64"),
                List.of("-Xms64m", "-Xmx64m"), 10, 8);
        Fork fork = ForkRunner.run(benchmark, Tiny.jvm("-Xms64m", "-Xmx64m"), LIMIT, folder.resolve("log"));

        double[] counted =
                fork.iterations().stream().mapToDouble(Double::doubleValue).limit(fork.iterations().size() - 1).toArray();
        boolean ended = counted.length + 1 < benchmark.mostIterations();
        assertThat(counted.length).isBetween(18, benchmark.mostIterations());
        assertThat(isSteady(counted)).isEqualTo(fork.score() != null);
        assertThat(fork.score() != null || !ended).isTrue();
        assertThat(counted.length == 18
                || !isSteady(Arrays.copyOf(counted, counted.length - 1))).as("not later").isTrue();
    }

    private static boolean isSteady(double[] iterations) {
        return Estimator.MEDIAN.steadyState(iterations, 10, 8).reached();
    }

    @Test
    void aForkThatCrashesIsReportedWithTheEndOfItsOutput() throws Exception {
        Fork fork = ForkRunner.run(Tiny.sleeping(1), Tiny.jvm("-XX:+NoSuchFlag"), LIMIT, folder.resolve("log"));
        assertThat(fork.score()).isNull();
        assertThat(fork.failure()).contains("gave no score").contains("NoSuchFlag");
    }

    /** The JDK shows only the first page of a child's command line. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10_000})
    void aForkThatHangsIsKilled(int length) throws Exception {
        Set<ProcessHandle> before = Tiny.processes();
        long start = System.nanoTime();
        Fork fork = ForkRunner.run(Tiny.sleeping(3_600_000), Tiny.jvm("-Dfilled=" + "x".repeat(length)), Duration.ofSeconds(3),
                folder.resolve("log"));
        assertThat(fork.score()).isNull();
        assertThat(fork.failure()).startsWith("took longer than 3 s");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
        assertThat(before).containsAll(Tiny.processes());
    }
}
