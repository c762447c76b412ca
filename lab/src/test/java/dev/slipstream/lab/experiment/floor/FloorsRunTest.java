package dev.slipstream.lab.experiment.floor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Benchmark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Every floor gives a score on the JDK of the test, and on JDK 17 and 21 if the folder {@code slipstream.jdks} has them. */
class FloorsRunTest {
    private static final List<Benchmark> NATIVE = List.of(Floors.barePrctl(), Floors.downcall());
    private static final List<Benchmark> JAVA =
            List.of(Floors.atomicAdd(), Floors.memoryCopy(64), Floors.memoryCopy(65_536));

    @TempDir
    private Path folder;

    /** A java command, and what it must be able to run. */
    private record Run(Path java, Benchmark benchmark) {
        @Override
        public String toString() {
            return java + " " + benchmark.method() + benchmark.params();
        }
    }

    private static Stream<Run> runs() {
        Path own = Path.of(System.getProperty("java.home"), "bin/java");
        List<Run> runs = new ArrayList<>();
        Stream.concat(NATIVE.stream(), JAVA.stream()).forEach(each -> runs.add(new Run(own, each)));
        String jdks = System.getProperty("slipstream.jdks");
        if (jdks != null) {
            Path oldest = Path.of(jdks, "17/bin/java");
            Path preview = Path.of(jdks, "21/bin/java");
            JAVA.forEach(each -> runs.add(new Run(oldest, each)));
            Stream.concat(NATIVE.stream(), JAVA.stream()).forEach(each -> runs.add(new Run(preview, each)));
        }
        return runs.stream().filter(run -> Files.exists(run.java()));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void givesAScore(Run run) throws Exception {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(run.benchmark().method().replace(".", "\\."))
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
        assertThat(results).singleElement().satisfies(result -> {
            Result<?> score = result.getPrimaryResult();
            assertThat(score.getScoreUnit()).isEqualTo("ns/op");
            assertThat(score.getScore()).isBetween(0.1, 1e6);
        });
        assertThat(folder.resolve("log")).content().doesNotContain("restricted method");
    }

    @Test
    void linuxTakesTheName() throws Exception {
        String[] name = new String[1];
        Thread thread = new Thread(() -> name[0] = nameAfter(new BarePrctl()));
        thread.start();
        thread.join();
        assertThat(name[0]).isEqualTo("slipstream-name");
    }

    private static String nameAfter(BarePrctl prctl) {
        try {
            prctl.run();
            return Files.readString(Path.of("/proc/thread-self/comm")).strip();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theNativeFunctionIsCalled() throws Throwable {
        assertThat(new Downcall().run()).isEqualTo(7);
    }

    @Test
    void anAdditionAdds() {
        AtomicAdd counter = new AtomicAdd();
        assertThat(counter.run()).isZero();
        assertThat(counter.run()).isEqualTo(1);
    }
}
