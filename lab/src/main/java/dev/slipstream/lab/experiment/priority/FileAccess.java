package dev.slipstream.lab.experiment.priority;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** Access to files in the temporary folder: both threads read or write the file cache, or both wait for the disk. */
public class FileAccess extends Contest {
    private static final int PIECE = 64 * 1_024;
    private static final int SIZE = 512 * PIECE;

    /** The access: {@code read} or {@code write} in the file cache, or {@code force} for a write to the disk each time. */
    @Param("read")
    public String access;

    private final Accessor own = new Accessor();
    private final Accessor rivals = new Accessor();

    private static final class Accessor {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE);
        /** Set by {@link #open}, which the setup calls before any access. */
        @SuppressWarnings("NullAway.Init")
        private Path file;

        @SuppressWarnings("NullAway.Init") // By the same.
        private FileChannel channel;

        private long at;

        void open() throws IOException {
            file = Files.createTempFile("slipstream-priority", ".bin");
            // JMH does not call the teardown if the setup fails.
            file.toFile().deleteOnExit();
            channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            while (channel.size() < SIZE) {
                write();
            }
            channel.force(false);
        }

        void access(String how) {
            try {
                if (how.equals("read")) {
                    buffer.clear();
                    channel.read(buffer, next());
                } else {
                    write();
                    if (how.equals("force")) {
                        channel.force(false);
                    }
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private void write() throws IOException {
            buffer.clear();
            channel.write(buffer, next());
        }

        private long next() {
            at = (at + PIECE) % SIZE;
            return at;
        }

        void close() throws IOException {
            if (channel != null) {
                channel.close();
                Files.delete(file);
            }
        }
    }

    /** Reads or writes 64 KiB. */
    @Benchmark
    public void run() {
        own.access(access);
    }

    @Override
    void prepare() throws IOException {
        own.open();
    }

    @Override
    Runnable rivalsWork() throws IOException {
        rivals.open();
        return () -> rivals.access(access);
    }

    @Override
    void cleanUp() throws IOException {
        own.close();
        rivals.close();
    }
}
