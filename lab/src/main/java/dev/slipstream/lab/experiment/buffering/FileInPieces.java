package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark that reads or writes a file repeatedly from its beginning to its end, in pieces of one size.
 *
 * <p>The score is the time per KiB, whatever the size of the pieces; 1,024 divided by the score is the rate in GB/s. Each iteration
 * has a new file and new arrays, so that the fastest iteration does not depend on their random placement in memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public abstract class FileInPieces {
    static final int KIB = 1_024;
    static final int SMALL_KIB = 64;
    static final int LARGE_KIB = 1_024;

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

    Path path;
    byte[] bytes;
    int left;

    /** Creates the file, and the array for a piece. */
    void create() throws IOException {
        path = Place.file(device);
        Files.write(path, Place.CONTENT);
        bytes = Place.array(piece);
    }
}
