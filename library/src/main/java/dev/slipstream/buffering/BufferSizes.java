package dev.slipstream.buffering;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Recommends a buffer size for the files of a folder, by measuring there.
 * <pre>{@code
 *     BufferSize size = BufferSizes.recommend(folder);
 *     log(size.why());
 *     var in = new FastBufferedInputStream(new FileInputStream(file), size.bytes());
 * }</pre>
 *
 * <p>The measurement covers what an application would notice: it writes and reads 1 MiB in pieces of 64 bytes, through the streams
 * of this package, with each buffer size in turn. A larger buffer needs fewer system calls; the bytes of a buffer larger than the
 * L1 cache come back from L2. The operating system keeps the file in memory, as it usually does for sequential reads and writes.
 * No result is cached: each call measures, for as long as its limit permits.
 *
 * @since 1.0.0
 */
public final class BufferSizes {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(1);

    private static final int SMALLEST = 1_024;
    private static final int LARGEST = 1_024 * 1_024;
    private static final int FILE_BYTES = LARGEST;
    private static final int PIECE = 64;

    private final long deadline;
    private final List<Timing> timings = new ArrayList<>();
    private final byte[] piece = new byte[PIECE];

    private BufferSizes(Duration limit) {
        deadline = System.nanoTime() + limit.toNanos();
        for (int size = SMALLEST; size <= LARGEST; size *= 2) {
            timings.add(new Timing(size));
        }
    }

    /** Best times of a size so far. */
    private static final class Timing {
        private final int size;
        private long readNanos = Long.MAX_VALUE;
        private long writeNanos = Long.MAX_VALUE;

        Timing(int size) {
            this.size = size;
        }

        BufferSize.Measured result() {
            return new BufferSize.Measured(size, megabytes(readNanos), megabytes(writeNanos));
        }

        private static double megabytes(long nanos) {
            return FILE_BYTES * 1e3 / nanos;
        }
    }

    /**
     * Measures for a second, like {@link #recommend(Path, Duration)}.
     *
     * @param path a folder on the device in question, or a file in it
     * @return the size, and the reason
     * @throws IOException if the path does not exist, or no file can be created, written and read there
     * @throws UnsupportedOperationException if the path is not in a file system of the operating system
     */
    public static BufferSize recommend(Path path) throws IOException {
        return recommend(path, USUAL_LIMIT);
    }

    /**
     * Measures in a temporary file beside the path, which no other user may read, and which is deleted afterwards.
     *
     * @param path a folder on the device in question, or a file in it
     * @param limit time limit, positive; checked after each megabyte written or read, so it does not end a wait for a device that
     *     hangs
     * @return the size, and the reason; the customary size if there was no time to try all sizes once
     * @throws IOException if the path does not exist, or no file can be created, written and read there
     * @throws UnsupportedOperationException if the path is not in a file system of the operating system
     * @throws IllegalArgumentException if {@code limit} is not positive
     */
    public static BufferSize recommend(Path path, Duration limit) throws IOException {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("a time limit of " + limit);
        }
        Path folder = folder(path);
        folder.toFile();
        BufferSizes sizes = new BufferSizes(limit);
        Path file;
        try {
            file = Files.createTempFile(folder, ".slipstream-buffer", ".tmp");
        } catch (IOException e) {
            throw cannot(folder, e);
        }
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            if (File.separatorChar == '/') {
                // Deletes the open file, so that nothing is left even if this process is killed.
                Files.delete(file);
            }
            return sizes.measure(open);
        } catch (IOException e) {
            throw cannot(folder, e);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Path folder(Path path) throws IOException {
        Path real = path.toRealPath();
        Path parent = real.getParent();
        return parent == null || Files.isDirectory(real) ? real : parent;
    }

    private static IOException cannot(Path folder, IOException reason) {
        return new IOException("cannot measure buffers in " + folder + ": " + reason, reason);
    }

    /** Measures all sizes in turn, so that a disturbance affects all of them, and keeps the best time of each. */
    private BufferSize measure(RandomAccessFile file) throws IOException {
        int rounds = 0;
        while (true) {
            for (Timing timing : timings) {
                timing.writeNanos = Math.min(timing.writeNanos, write(file, timing.size));
                if (isLate()) {
                    return result(rounds);
                }
                timing.readNanos = Math.min(timing.readNanos, read(file, timing.size));
                if (isLate()) {
                    return result(rounds);
                }
            }
            rounds++;
        }
    }

    private boolean isLate() {
        return System.nanoTime() - deadline >= 0;
    }

    private BufferSize result(int rounds) {
        return BufferSize.of(rounds == 0 ? List.of() : timings.stream().map(Timing::result).toList(), rounds);
    }

    @SuppressWarnings("resource") // Closing the stream would close the file.
    private long write(RandomAccessFile file, int size) throws IOException {
        file.seek(0);
        FastBufferedOutputStream out = new FastBufferedOutputStream(new FileOutputStream(file.getFD()), size);
        long start = System.nanoTime();
        for (int i = 0; i < FILE_BYTES; i += PIECE) {
            out.write(piece, 0, PIECE);
        }
        out.flush();
        return System.nanoTime() - start;
    }

    @SuppressWarnings("resource")
    private long read(RandomAccessFile file, int size) throws IOException {
        file.seek(0);
        FastBufferedInputStream in = new FastBufferedInputStream(new FileInputStream(file.getFD()), size);
        long start = System.nanoTime();
        for (int i = 0; i < FILE_BYTES; i += PIECE) {
            if (in.read(piece, 0, PIECE) != PIECE) {
                throw new IOException("the file has become shorter");
            }
        }
        return System.nanoTime() - start;
    }
}
