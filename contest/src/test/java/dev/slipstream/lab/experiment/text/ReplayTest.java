package dev.slipstream.lab.experiment.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.experiment.text.Replay.Lengths;
import dev.slipstream.lab.run.ScenarioRunner;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.jdk.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that measure memory pass. */
class ReplayTest {
    private static Stream<Scenario> scenarios() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        return new TextExperiment().parts(bench).stream().flatMap(part -> part.scenarios().stream());
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("scenarios")
    void scenariosPass(Scenario scenario, @TempDir Path folder) throws Exception {
        Jdk own = new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature(), "", "");
        Path log = folder.resolve("log");
        ScenarioRunner.Outcome outcome = ScenarioRunner.run(scenario, new CommandLine(own, scenario.jvmArgs()), log);
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
