package dev.slipstream.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** OpenTelemetry collector that logs what it receives. {@code tools/otelcol} builds it once. */
final class Collector implements AutoCloseable {
    private final int port = Page.onAFreePort().port();
    private final Path out;
    private final Process process;

    /**
     * Starts a collector.
     *
     * @param configuration the configuration, in which the port is replaced
     * @param folder a folder for its files
     */
    Collector(Path configuration, Path folder) throws IOException, InterruptedException {
        out = folder.resolve("collector.txt");
        Path changed = folder.resolve("collector.yml");
        Files.writeString(changed, Files.readString(configuration).replace("127.0.0.1:4318", "127.0.0.1:" + port));
        process = new ProcessBuilder(program(folder), "--config", changed.toString())
                .redirectErrorStream(true).redirectOutput(out.toFile()).start();
    }

    private static String program(Path folder) throws IOException, InterruptedException {
        Path err = folder.resolve("otelcol.txt");
        Process tool = new ProcessBuilder(ForkedJvm.ROOT.resolve("tools/otelcol").toString()).redirectError(err.toFile()).start();
        String path = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(tool.waitFor()).as(Files.readString(err)).isZero();
        return path;
    }

    int port() {
        return port;
    }

    String said() {
        try {
            return Files.readString(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
