package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.experiment.pinning.NativeFrame;
import dev.slipstream.lab.experiment.pinning.TimedPark;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Scenario.Ending;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioRunnerTest {
    @TempDir
    private Path folder;

    private static Scenario scenario(String main, Duration deadline) {
        return new Scenario("s", "a scenario", main, List.of(), deadline, Map.of(), 1, false);
    }

    private ScenarioRunner.Outcome run(String main, Duration deadline, String... args) throws Exception {
        return ScenarioRunner.run(scenario(main, deadline), Tiny.jvm(args), folder.resolve("log"));
    }

    @Test
    void passes() throws Exception {
        ScenarioRunner.Outcome outcome = run(TimedPark.class.getName(), Duration.ofSeconds(60));
        assertThat(outcome.ending()).isEqualTo(Ending.PASS);
        assertThat(outcome.seconds()).isPositive();
    }

    @Test
    void isKilledAtItsDeadline() throws Exception {
        ScenarioRunner.Outcome outcome = run(NativeFrame.class.getName(), Duration.ofSeconds(3),
                "-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.reflect.useNativeAccessorOnly=true");
        assertThat(outcome.ending()).isEqualTo(Ending.HANG);
        assertThat(outcome.seconds()).isBetween(2.9, 30.0);
    }

    @Test
    void anyOtherEndIsWrong() throws Exception {
        assertThat(run("no.such.Main", Duration.ofSeconds(60)).ending()).isEqualTo(Ending.WRONG);
        assertThat(Files.readString(folder.resolve("log"))).contains("no.such.Main");
        assertThat(run(TimedPark.class.getName(), Duration.ofSeconds(60), "-XX:+NoSuchFlag").ending()).isEqualTo(Ending.WRONG);
    }
}
