package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
     * The size of a file: large enough that it is seldom reopened, which costs the same for all streams, and small enough for the
     * processor's last-level cache. On a rented machine, the neighbours determine how much of a file four times as large stays
     * cached: reading it in large pieces took up to 1.5 times as long in one fork as in the next.
     */
    static final int FILE_BYTES = 4 * 1_024 * 1_024;

    /** The initial content of a file. Shared: creating it for each file would take as long as the measurement. */
    private static final byte[] CONTENT = new byte[FILE_BYTES];

    /** The number of words in a cache line. */
    private static final int PLACES = 8;

    private static volatile byte @Nullable [] kept;

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

    /** Set by {@link #create}, which the setup calls. */
    @SuppressWarnings("NullAway.Init")
    Path path;

    byte[] bytes = {};
    int left;

    /** Creates the file, and the array for a piece. */
    void create() throws IOException {
        path = file(device);
        Files.write(path, CONTENT);
        bytes = array(piece);
    }

    /** Returns a new array at a random offset within its first cache line; the offset affects the speed of copies. */
    private static byte[] array(int bytes) {
        kept = new byte[Long.BYTES * ThreadLocalRandom.current().nextInt(PLACES)];
        return new byte[bytes];
    }

    /**
     * Creates an empty file, which is deleted when this JVM ends.
     *
     * @param device {@code memory} for a file system in memory, or {@code disk}; without Linux's folders for those, the folder for
     *     temporary files is used
     */
    static Path file(String device) throws IOException {
        Path folder = switch (device) {
            case "memory" -> Path.of("/dev/shm");
            case "disk" -> Path.of("/var/tmp");
            default -> throw new IllegalArgumentException(device);
        };
        if (!Files.isWritable(folder)) {
            folder = Path.of(System.getProperty("java.io.tmpdir"));
        }
        Path file = Files.createTempFile(folder, "slipstream-buffering", ".bin");
        file.toFile().deleteOnExit();
        return file;
    }
}
