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
    private static final long TICK_MILLIS = 50;

    private final Path out;
    private int port;
    private Process process;

    /**
     * Starts a collector, and waits until it listens. Another program may take the port before it does.
     *
     * @param configuration the configuration, in which the port is replaced
     * @param folder a folder for its files
     */
    Collector(Path configuration, Path folder) throws IOException, InterruptedException {
        out = folder.resolve("collector.txt");
        String program = program(folder);
        Path changed = folder.resolve("collector.yml");
        do {
            port = Page.onAFreePort().port();
            Files.writeString(changed, Files.readString(configuration).replace("127.0.0.1:4318", "127.0.0.1:" + port));
            process = new ProcessBuilder(program, "--config", changed.toString())
                    .redirectErrorStream(true).redirectOutput(out.toFile()).start();
        } while (!isReady());
    }

    private boolean isReady() throws InterruptedException {
        while (process.isAlive()) {
            if (said().contains("Everything is ready")) {
                return true;
            }
            Thread.sleep(TICK_MILLIS);
        }
        assertThat(said()).contains("address already in use");
        return false;
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
