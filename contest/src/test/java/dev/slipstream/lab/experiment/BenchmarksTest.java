package dev.slipstream.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.experiment.arenas.ArenasExperiment;
import dev.slipstream.lab.experiment.buffering.BufferingExperiment;
import dev.slipstream.lab.experiment.floor.Floors;
import dev.slipstream.lab.experiment.naming.NamingExperiment;
import dev.slipstream.lab.experiment.pinning.PinningExperiment;
import dev.slipstream.lab.experiment.priority.PriorityExperiment;
import dev.slipstream.lab.experiment.text.TextExperiment;
import dev.slipstream.lab.machine.Processors;
import dev.slipstream.lab.run.Fork;
import dev.slipstream.lab.run.ForkRunner;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.jdk.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every benchmark gives a score on the JDK of the test, and so do some on older ones if the folder {@code slipstream.jdks} has
 * them. Most check in their teardown that they did what they measure. How fast they are is not a matter for a test.
 */
@Execution(ExecutionMode.CONCURRENT)
class BenchmarksTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Path OWN = Path.of(System.getProperty("java.home"));

    @TempDir
    private Path folder;

    record Run(Path home, Benchmark benchmark) {
        @Override
        public String toString() {
            return home + " " + benchmark.method() + benchmark.params();
        }
    }

    private static Path jdk(int feature) {
        return Path.of(System.getProperty("slipstream.jdks", ""), Integer.toString(feature));
    }

    /** Returns the runs on a JDK; none if it is not there. */
    private static Stream<Run> on(Path home, Stream<Benchmark> benchmarks) {
        return Files.exists(home.resolve("bin/java")) ? benchmarks.map(each -> new Run(home, each)) : Stream.of();
    }

    private static Stream<Part> parts(Experiment experiment) {
        return experiment.parts(new Bench(Map.of(), Set.of(), Optional.empty())).stream();
    }

    private static Stream<Benchmark> benchmarks(Stream<Part> parts) {
        return parts.flatMap(part -> part.workloads().stream())
                .flatMap(workload -> Stream.concat(Stream.of(workload.benchmark()), workload.counterpart().stream()))
                .map(BenchmarksTest::oneIteration).distinct();
    }

    private static Benchmark oneIteration(Benchmark of) {
        return new Benchmark(of.method(), of.params(), of.jvmArgs(), 0, 1);
    }

    private Fork fork(Run run) throws Exception {
        CommandLine jvm = new CommandLine(Jdk.at(run.home()), run.benchmark().jvmArgs());
        return ForkRunner.run(run.benchmark(), jvm, LIMIT, folder.resolve("log"));
    }

    private static void assertScored(Fork fork, double least, double most) {
        assertThat(fork.failure()).isNull();
        assertThat(fork.score()).isBetween(least, most);
    }

    static Stream<Run> floors() {
        List<Benchmark> java = Stream.of(Floors.atomicAdd(), Floors.memoryCopy(64), Floors.memoryCopy(65_536))
                .map(BenchmarksTest::oneIteration).toList();
        List<Benchmark> foreign = Stream.of(Floors.barePrctl(), Floors.downcall()).map(BenchmarksTest::oneIteration).toList();
        return Stream.of(on(OWN, java.stream()), on(OWN, foreign.stream()), on(jdk(17), java.stream()),
                on(jdk(21), java.stream()), on(jdk(21), foreign.stream())).flatMap(Function.identity());
    }

    @ParameterizedTest
    @MethodSource
    void floors(Run run) throws Exception {
        Fork fork = fork(run);
        assertScored(fork, 0.1, 1e6);
        assertThat(fork.unit()).hasValue("ns");
        assertThat(folder.resolve("log")).content().doesNotContain("restricted method");
    }

    /** The benchmarks that run on JDK 17 need no virtual thread. Containers often permit no more than some thousand threads. */
    static Stream<Run> naming() {
        List<Benchmark> all = benchmarks(parts(new NamingExperiment()))
                .filter(each -> Integer.parseInt(each.params().getOrDefault("threads", "1")) <= 1_000).toList();
        return Stream.concat(on(OWN, all.stream()), on(jdk(17), all.stream().limit(1)));
    }

    @ParameterizedTest
    @MethodSource
    void naming(Run run) throws Exception {
        assertScored(fork(run), 0.001, 1e6);
    }

    static Stream<Run> priority() {
        List<Benchmark> all = benchmarks(parts(new PriorityExperiment())).toList();
        return Stream.concat(on(OWN, all.stream()), on(jdk(17), all.stream().limit(1)));
    }

    @ParameterizedTest
    @MethodSource
    void priority(Run run) throws Exception {
        Fork fork = fork(run);
        if (run.benchmark().params().get("processor").equals("own") && Processors.allowed().size() < 2) {
            assertThat(fork.failure()).startsWith("gave no score: needs two processors, and this process may use one\n");
        } else {
            assertScored(fork, 0.1, 1e6);
            assertThat(fork.unit()).hasValue("us");
        }
    }

    /** On JDK 21, arenas are a preview. */
    static Stream<Run> arenas() {
        List<Benchmark> all = benchmarks(parts(new ArenasExperiment())).toList();
        return Stream.concat(on(OWN, all.stream()), on(jdk(21), all.stream().limit(1)));
    }

    /** A cold JVM on a busy machine may spend all of an iteration on the first call, hence the limit of a second. */
    @Tag("long")
    @ParameterizedTest
    @MethodSource
    void arenas(Run run) throws Exception {
        assertScored(fork(run), 0.1, 1e9);
    }

    /** Parts of two letters repeat benchmarks of other parts at more sizes; of curves, the ends are enough. */
    static Stream<Run> buffering() {
        Path oldest = Files.exists(jdk(17)) ? jdk(17) : OWN;
        return benchmarks(parts(new BufferingExperiment()).filter(part -> part.id().length() == 1))
                .filter(BenchmarksTest::isEndOfCurve)
                .map(each -> new Run(each.params().containsKey("through") ? oldest : OWN, each));
    }

    private static boolean isEndOfCurve(Benchmark benchmark) {
        return Stream.of("piece", "buffer").map(benchmark.params()::get).filter(Objects::nonNull).map(Integer::parseInt)
                .allMatch(bytes -> bytes <= 1_024 || bytes == 8_192 || bytes == 1_048_576);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource
    void buffering(Run run) throws Exception {
        Fork fork = fork(run);
        assertScored(fork, 1, 1e8);
        assertThat(fork.unit()).hasValue("ns");
    }

    /** On JDK 17, those of the library. */
    static Stream<Run> text() {
        List<Benchmark> all = benchmarks(parts(new TextExperiment()))
                .filter(each -> !each.method().contains("BuildLength") || each.params().get("length").equals("64")).toList();
        return Stream.concat(on(OWN, all.stream()),
                on(jdk(17), all.stream().filter(each -> "text".equals(each.params().get("by")))));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource
    void text(Run run) throws Exception {
        assertScored(fork(run), 0.001, 1e6);
    }

    /** On stock JDK 21, those that sleep inside synchronized take minutes. */
    static Stream<Run> pinning() {
        Map<Boolean, List<Benchmark>> pinned = benchmarks(parts(new PinningExperiment()))
                .collect(Collectors.partitioningBy(each -> each.method().contains("Sleep")));
        return Stream.concat(on(OWN, pinned.get(true).stream()), on(jdk(21), pinned.get(false).stream()));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource
    void pinning(Run run) throws Exception {
        Fork fork = fork(run);
        assertScored(fork, 0.001, 60);
        assertThat(fork.unit()).hasValue("s");
    }
}
