package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkRunnerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private static Workload sleeping(long millis) {
        return Tiny.workload(millis, 1, List.of(Subject.stock(Tiny.FEATURE)));
    }

    @Test
    void givesASecondsScore() throws Exception {
        Fork fork = ForkRunner.run(sleeping(50), Tiny.jvm(), LIMIT, folder.resolve("log"));
        assertThat(fork.failure()).isEmpty();
        assertThat(fork.score()).isBetween(0.05, 10.0);
        assertThat(fork.unit()).hasValue("s/op");
        assertThat(folder.resolve("log")).isNotEmptyFile();
    }

    @Test
    void aForkThatCrashesIsReportedWithTheEndOfItsOutput() throws Exception {
        Fork fork = ForkRunner.run(sleeping(1), Tiny.jvm("-XX:+NoSuchFlag"), LIMIT, folder.resolve("log"));
        assertThat(fork.score()).isNull();
        assertThat(fork.failure().orElseThrow()).contains("gave no score").contains("NoSuchFlag");
    }

    @Test
    void aForkThatHangsIsKilled() throws Exception {
        long start = System.nanoTime();
        Fork fork = ForkRunner.run(sleeping(3_600_000), Tiny.jvm(), Duration.ofSeconds(3), folder.resolve("log"));
        assertThat(fork.score()).isNull();
        assertThat(fork.failure().orElseThrow()).startsWith("took longer than 3 s");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
        assertThat(ProcessHandle.current().descendants().map(child -> child.info().commandLine().orElse("")))
                .noneMatch(command -> command.contains("ForkedMain"));
    }
}
