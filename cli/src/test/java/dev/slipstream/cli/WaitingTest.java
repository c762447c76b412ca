package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.diagnose.source.LiveJvm.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Test of what is said while a diagnosis takes its time; standard error is no terminal here. */
class WaitingTest {
    private static final Duration ALL = Duration.ofSeconds(10);
    private static final long SOON_MILLIS = 2_100;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream realErr = System.err;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stopListening() {
        System.setErr(realErr);
    }

    @Test
    void everyWaitAboveTwoSecondsIsNamedOnce() throws InterruptedException {
        try (Waiting waiting = new Waiting("Diagnosing")) {
            Progress progress = waiting.of(ALL);
            progress.watchesThreads();
            progress.passed(Duration.ofSeconds(1), () -> null);
            assertThat(err.size()).isZero();
            Thread.sleep(SOON_MILLIS);
            progress.passed(Duration.ofSeconds(3), () -> null);
            progress.passed(ALL, () -> null);
            progress.watchesThreads();
            assertThat(err).hasToString("Diagnosing, for 10 s ...\n");
            Thread.sleep(SOON_MILLIS);
            progress.watchesThreads();
            progress.watchesThreads();
            progress.measures();
        }
        assertThat(err).hasToString("""
                Diagnosing, for 10 s ...
                Watching its threads again ...
                Measuring what a rename costs on this machine, for some seconds ...
                """);
    }
}
