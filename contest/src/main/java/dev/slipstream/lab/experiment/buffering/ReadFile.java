package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Benchmark that reads a file in pieces. The file is in the operating system's memory, so no read waits for a disk.
 */
public class ReadFile extends FileInPieces {
    private Source source;
    private ByteBuffer direct;

    /** Writes the file. */
    @Setup(Level.Iteration)
    public void prepare() throws IOException {
        create();
        left = 0;
        direct = ByteBuffer.allocateDirect(Math.max(buffer, piece));
    }

    private long read(int kib) throws IOException {
        if (left == 0) {
            close();
            source = Source.open(through, path, buffer, direct);
            left = FILE_BYTES;
        }
        left -= kib * KIB;
        if (piece == 1) {
            return source.readBytes(kib * KIB);
        }
        source.readPieces(bytes, kib * KIB / piece);
        return bytes[0];
    }

    /**
     * Reads 64 KiB.
     *
     * @return a value that depends on the bytes
     */
    @Benchmark
    @OperationsPerInvocation(SMALL_KIB)
    public long small() throws IOException {
        return read(SMALL_KIB);
    }

    /**
     * Reads 1 MiB, for pieces that need no buffer. Iterations are short, so hundreds of placements in memory are tried.
     *
     * @return a value that depends on the bytes
     */
    @Benchmark
    @OperationsPerInvocation(LARGE_KIB)
    public long large() throws IOException {
        return read(LARGE_KIB);
    }

    private void close() throws IOException {
        if (source != null) {
            source.close();
            source = null;
        }
    }

    /** Deletes the file. */
    @TearDown(Level.Iteration)
    public void cleanUp() throws IOException {
        close();
        Files.delete(path);
    }
}
