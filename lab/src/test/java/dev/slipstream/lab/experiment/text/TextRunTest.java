package dev.slipstream.lab.experiment.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Bench.Jvm;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.experiment.text.Replay.Lengths;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.run.ScenarioRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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

/** Every benchmark gives a score, and sees that what it builds is right. How fast is not a matter for a test. */
@Tag("long")
class TextRunTest {
    private static final Path OWN = Path.of(System.getProperty("java.home"), "bin/java");

    @TempDir
    private Path folder;

    /** A java command, and what it must be able to run. */
    private record Run(Path java, Benchmark benchmark) {
        @Override
        public String toString() {
            return java + " " + benchmark.method() + benchmark.params();
        }
    }

    private static Stream<Part> parts() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        return new TextExperiment().parts(bench).stream();
    }

    private static Stream<Benchmark> benchmarks() {
        return parts().flatMap(part -> part.workloads().stream())
                .flatMap(workload -> Stream.concat(Stream.of(workload.benchmark()), workload.counterpart().stream()))
                .filter(benchmark -> !benchmark.method().contains("BuildLength")
                        || benchmark.params().get("length").equals("64"))
                .distinct();
    }

    /** All on the JDK of the test; on JDK 17, if the folder {@code slipstream.jdks} has it, those of the library. */
    private static Stream<Run> runs() {
        Stream<Run> here = benchmarks().map(each -> new Run(OWN, each));
        Path oldest = Path.of(System.getProperty("slipstream.jdks", ""), "17/bin/java");
        return Files.exists(oldest)
                ? Stream.concat(here, benchmarks().filter(each -> "text".equals(each.params().get("by")))
                        .map(each -> new Run(oldest, each)))
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
                assertThat(result.getPrimaryResult().getScore()).isBetween(0.001, 1e6));
    }

    private static Stream<Scenario> scenarios() {
        return parts().flatMap(part -> part.scenarios().stream());
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void scenariosPass(Scenario scenario) throws Exception {
        Jdk own = new Jdk(OWN.getParent().getParent(), Runtime.version().feature(), "", "");
        Path log = folder.resolve("log");
        ScenarioRunner.Outcome outcome = ScenarioRunner.run(scenario, new Jvm(own, scenario.jvmArgs()), log);
        assertThat(outcome.ending()).as(Files.readString(log)).isEqualTo(Ending.PASS);
    }

    @Test
    void lengthsHaveThePublishedShares() {
        int[] lengths = Lengths.VERSION.some(100_000);
        assertThat(Arrays.stream(lengths).filter(length -> length < 32).count()).isBetween(83_500L, 84_500L);
        assertThat(Arrays.stream(lengths).filter(length -> length >= 64).count()).isBetween(1_800L, 2_200L);
        assertThat(Arrays.stream(Lengths.OTHER.some(100_000)).filter(length -> length >= 48 && length < 64)).isEmpty();
        assertThat(Arrays.stream(lengths).min()).hasValue(1);
        assertThat(Arrays.stream(lengths).max()).hasValue(127);
    }

    @Test
    void aBuilderGrowsToTwiceItsCapacityAndTwoMore() {
        assertThat(Replay.at(16, new int[] {16}, Replay.ARRAY)).isEqualTo(new Replay.Outcome(0, 24 + 32));
        assertThat(Replay.at(16, new int[] {17, 35}, Replay.ARRAY)).isEqualTo(new Replay.Outcome(3, 2 * (24 + 32) + 2 * 56 + 88));
        assertThat(Replay.at(48, new int[] {48, 49}, Replay.ARRAY)).isEqualTo(new Replay.Outcome(1, 2 * (24 + 64) + 120));
    }
}
