package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.stress.arenas.DeepClose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A close near the end of the stack leaves nothing locked, busy or lost. */
class DeepCloseTest {
    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.Protocols#jdks")
    void leavesAnArenaThatCanBeClosed(Path jdk, @TempDir Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(jdk.resolve("bin/java").toString(),
                "-javaagent:" + Protocols.jar() + "=quiet,arenas",
                "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED",
                "-cp", System.getProperty("java.class.path"), DeepClose.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            process.waitFor();
            assertThat(Files.readString(output)).isEqualTo("closed\n");
        } finally {
            process.destroyForcibly();
        }
    }
}
