package dev.slipstream.lab.experiment.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Every benchmark gives a score, and those that rename check the names themselves. How fast, in which unit, is not a matter for
 * a test.
 */
class NamingRunTest {
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
        return new NamingExperiment().parts(bench).stream().flatMap(part -> part.workloads().stream())
                .filter(workload -> !workload.id().startsWith("d-")).map(Workload::benchmark);
    }

    /** All on the JDK of the test; on JDK 17, if the folder {@code slipstream.jdks} has it, what needs no virtual thread. */
    private static Stream<Run> runs() {
        Path own = Path.of(System.getProperty("java.home"), "bin/java");
        Stream<Run> here = benchmarks().map(each -> new Run(own, each));
        Path oldest = Path.of(System.getProperty("slipstream.jdks", ""), "17/bin/java");
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
                .forks(1)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true)
                .output(folder.resolve("log").toString());
        run.benchmark().params().forEach(options::param);
        Collection<RunResult> results = new Runner(options.build()).run();
        assertThat(results).singleElement().satisfies(result ->
                assertThat(result.getPrimaryResult().getScore()).isBetween(0.001, 1e6));
    }

    @Test
    void namesHaveTheLengthAndDiffer() {
        for (int length : new int[] {1, 4, 15, 200}) {
            String[] names = Names.changing(length);
            assertThat(names).hasSize(Names.COUNT).doesNotHaveDuplicates().allMatch(name -> name.length() == length);
        }
    }

    @Test
    void theSameNameIsAnotherObjectEachTime() {
        String[] names = Names.same(15);
        assertThat(names).containsOnly(names[0]);
        assertThat(names[1]).isNotSameAs(names[0]);
    }
}
