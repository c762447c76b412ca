package dev.slipstream.cli.diagnose.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that were damaged in transit, or made to do harm, in a JVM with little memory. */
class HostileRecordingTest {
    private static final int TIMES = 400;
    private static final long SEED = 20_261_121;
    private static final long DEADLINE_SECONDS = 300;

    @TempDir
    private Path folder;

    @Test
    void endsInOneLineInBoundedTime() throws Exception {
        Path recording = Made.recording(folder.resolve("whole.jfr"));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-cp", System.getProperty("java.class.path"), Damage.class.getName(), recording.toString(), folder.toString(),
                Long.toString(SEED), Integer.toString(TIMES)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).matches("\\{read=\\d+, refused=\\d+}\n");
    }
}
