package dev.slipstream.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingSettingsTest {
    @TempDir
    private Path folder;

    @Test
    void isWhatTheFlightRecorderReads() throws Exception {
        for (Map<String, String> settings : List.of(Map.of("a.B#x", "1 ms", "a.B#y", "<&>", "c.D#x", "true"),
                RecordingSettings.steady(17), RecordingSettings.started(28), RecordingSettings.burst(25))) {
            Path file = folder.resolve("settings.jfc");
            RecordingSettings.write(file, settings);
            assertThat(Configuration.create(file).getSettings()).isEqualTo(settings);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
            Files.delete(file);
        }
    }
}
