package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark that reads a file repeatedly from its beginning to its end, in pieces of one size.
 *
 * <p>The score is the time per KiB, whatever the size of the pieces; 1,024 divided by the score is the rate in GB/s. The file is in
 * the operating system's memory, so no read waits for a disk. Each iteration has a new file and new arrays, so that the fastest
 * iteration does not depend on their random placement in memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ReadFile {
    private static final int KIB = 1_024;
    private static final int SMALL_KIB = 64;
    private static final int LARGE_KIB = 1_024;

    /**
     * The kind of stream: {@code unbuffered}; {@code java}, which is java.io's buffer; {@code library}, which is Slipstream's;
     * {@code channel}, {@code okio}, {@code commons} or {@code netty}.
     */
    @Param("library")
    public String through;

    /** The size of a piece, in bytes: a power of two. */
    @Param("1")
    public int piece;

    /** The size of the buffer, in bytes, if it is configurable. */
    @Param("8192")
    public int buffer;

    /** The file's device: {@code memory} or {@code disk}. */
    @Param("memory")
    public String device;

    private Path file;
    private Source source;
    private ByteBuffer direct;
    private byte[] bytes;
    private int left;

    /** Writes the file. */
    @Setup(Level.Iteration)
    public void prepare() throws IOException {
        file = Place.file(device);
        Files.write(file, Place.CONTENT);
        left = 0;
        bytes = Place.array(piece);
        direct = ByteBuffer.allocateDirect(Math.max(buffer, piece));
    }

    private long read(int kib) throws IOException {
        if (left == 0) {
            close();
            source = Source.open(through, file, buffer, direct);
            left = Place.FILE_BYTES;
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
     * Reads 1 MiB, for pieces that need no buffer. Iterations are short, so that hundreds of placements in memory can be tried.
     *
     * @return a value that depends on the bytes
     */
    @Benchmark
    @Measurement(iterations = 5, time = 10, timeUnit = TimeUnit.MILLISECONDS)
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
        Files.delete(file);
    }
}
