package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.process.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A folder for temporary files that no other user can read. It is deleted on close, or else when the JVM ends. */
final class PrivateFolder implements AutoCloseable {
    /** Shorter than the time that an ending JVM is given for its other work. */
    private static final long PATIENCE_SECONDS = 12;

    private final Path path;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::atEnd, "temporary files");

    PrivateFolder() throws IOException {
        path = Files.createTempDirectory("slipstream-diagnose");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Path path() {
        return path;
    }

    private void atEnd() {
        try {
            if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                Folders.delete(path);
            }
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Folders.delete(path);
        } finally {
            closed.countDown();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException itIsEnding) {
            return;
        }
    }
}
