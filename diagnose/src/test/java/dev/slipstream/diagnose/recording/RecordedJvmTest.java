package dev.slipstream.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedJvmTest {
    @TempDir
    private Path folder;

    private RecordedJvm record(String host) throws Exception {
        Path file = folder.resolve("app.jfr");
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:StartFlightRecording:filename=" + file, "-version").redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().remove("HOSTNAME");
        if (!host.isEmpty()) {
            builder.environment().put("HOSTNAME", host);
        }
        Process process = builder.start();
        assertThat(process.waitFor()).as(Files.readString(folder.resolve("said"))).isZero();
        RecordedJvm jvm = new RecordedJvm();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                jvm.accept(recording.readEvent());
            }
        }
        assertThat(jvm.name()).isEqualTo(process.pid() + (host.isEmpty() ? "" : "@" + host));
        return jvm;
    }

    /** As in a container. */
    @Test
    void saysProcessAndHost() throws Exception {
        assertThat(record("web-1").isComplete()).isTrue();
    }

    @Test
    void saysProcessAndStart() throws Exception {
        Instant now = Instant.now();
        RecordedJvm jvm = record("");
        assertThat(jvm.isComplete()).isFalse();
        assertThat(jvm.start().get()).isBetween(now.minusSeconds(2), now.plusSeconds(60));
        assertThat(new RecordedJvm().name()).isEmpty();
        assertThat(new RecordedJvm().start()).isEmpty();
    }
}
