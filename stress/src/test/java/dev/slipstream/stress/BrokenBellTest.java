package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stress tests find what they are there to find. */
class BrokenBellTest {
    @ParameterizedTest
    @ValueSource(strings = {"FirstRingArmsTooLate", "FirstRingUnparksTooEarly", "SleepAgainUnparksOnlyWhoWaits"})
    void isFound(String test, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress run = Jcstress.run(Path.of(System.getProperty("java.home"), "bin/java"), "\\.broken\\." + test + "$", reports);
        assertThat(run.output()).containsPattern("\\." + test + " .*Observed forbidden state: ");
        assertThat(run.exit()).as(run.output()).isNotZero();
        assertThat(run.counts().get(3)).as("errors\n" + run.output()).isZero();
    }
}
