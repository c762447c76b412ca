package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void aForkThatCrashesIsReportedWithTheEndOfItsOutput() throws Exception {
        Fork fork = ForkRunner.run(Tiny.sleeping(1), Tiny.jvm("-XX:+NoSuchFlag"), LIMIT, folder.resolve("log"));
        assertThat(fork.score()).isNull();
        assertThat(fork.failure()).contains("gave no score").contains("NoSuchFlag");
    }

    @Test
    void aForkThatHangsIsKilled() throws Exception {
        long start = System.nanoTime();
        Fork fork = ForkRunner.run(Tiny.sleeping(3_600_000), Tiny.jvm(), Duration.ofSeconds(3), folder.resolve("log"));
        assertThat(fork.score()).isNull();
        assertThat(fork.failure()).startsWith("took longer than 3 s");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
        assertThat(ProcessHandle.current().descendants().map(child -> child.info().commandLine().orElse("")))
                .noneMatch(command -> command.contains("ForkedMain"));
    }
}
