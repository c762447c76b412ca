package dev.slipstream.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.SmallRecording;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A diagnosis of recordings that is told to end. */
class StoppedTest {
    private static final int CHUNKS = 1_500;

    @TempDir
    private Path folder;

    /** Makes a recording that takes some seconds to read. Its last chunk is cut off, so that it is copied. */
    private Path large() throws IOException {
        byte[] chunk = Files.readAllBytes(SmallRecording.make(folder.resolve("small.jfr")));
        Path large = folder.resolve("large.jfr");
        try (OutputStream out = Files.newOutputStream(large)) {
            for (int i = 0; i < CHUNKS; i++) {
                out.write(chunk);
            }
            out.write(Arrays.copyOf(chunk, chunk.length / 2));
        }
        return large;
    }

    @Test
    void saysSoAndLeavesNothing() throws Exception {
        Path large = large();
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        for (List<Path> recordings : List.of(List.of(large), List.of(large, folder.resolve("small.jfr")))) {
            ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djava.io.tmpdir=" + temporary, "-cp", System.getProperty("java.class.path"), "dev.slipstream.cli.Main",
                    "diagnose");
            recordings.forEach(each -> builder.command().add(each.toString()));
            try (Running diagnosis = Running.start(builder)) {
                diagnosis.waitUntil("a copy", () -> temporary.toFile().list().length > 0);
                diagnosis.signal("TERM");
                Ended ended = diagnosis.end();
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(143);
                assertThat(ended.out()).isEmpty();
                assertThat(ended.err()).endsWith("slipstream: stopped before the end of the "
                        + (recordings.size() == 1 ? "recording" : "recordings") + "; no file is left\n");
            }
            assertThat(temporary).isEmptyDirectory();
        }
    }
}
