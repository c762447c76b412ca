package dev.slipstream.cli.diagnose.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A folder for temporary files that nobody else can read. It is gone when it is closed, or else when the JVM ends. */
final class PrivateFolder implements AutoCloseable {
    /** Less than a JVM that is told to end is given for what else it has to do. */
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
                delete();
            }
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete() throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            /** A JVM that is ending removes files of its own at the same time. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() throws IOException {
        try {
            delete();
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
