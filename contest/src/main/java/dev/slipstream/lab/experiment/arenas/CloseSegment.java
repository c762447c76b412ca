package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.arenas.ArenaGroup;
import dev.slipstream.lab.experiment.arenas.CloseArena.WaitingThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
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
 * The life of an index segment as Lucene has them: each of its files is mapped into an arena and read, and all are closed, while ten
 * threads are parked. The arenas are shared ones of the JDK, or members of one generation of the library's group. The score is per
 * file.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(CloseSegment.FILES)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class CloseSegment {
    /** The number of files of a segment. */
    public static final int FILES = 16;

    private static final int BYTES = 64 << 10;
    private static final int PAGE = 4_096;

    /** The kind of arenas: {@code shared} ones of the JDK, or members of a {@code group}. */
    @Param("shared")
    public String kind;

    private final WaitingThreads waiting = new WaitingThreads();
    private final AutoCloseable[] arenas = new AutoCloseable[FILES];
    private final FileChannel[] files = new FileChannel[FILES];
    private @Nullable ArenaGroup group;

    /**
     * Starts the threads, and writes the files.
     *
     * @throws IOException if that fails
     */
    @Setup
    public void start() throws IOException {
        waiting.start(CloseMany.IDLE);
        group = CloseMany.group(kind, FILES);
        for (int i = 0; i < FILES; i++) {
            Path file = Files.createTempFile("slipstream-segment", null);
            files[i] = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
            files[i].write(ByteBuffer.allocate(BYTES));
        }
    }

    /**
     * Maps and reads all files, and closes their arenas.
     *
     * @return the sum of a byte of each page
     * @throws Throwable never
     */
    @Benchmark
    public int live() throws Throwable {
        int sum = 0;
        for (int i = 0; i < FILES; i++) {
            arenas[i] = CloseMany.open(group);
            ByteBuffer content = Foreign.map(files[i], BYTES, arenas[i]);
            for (int at = 0; at < BYTES; at += PAGE) {
                sum += content.get(at);
            }
        }
        for (AutoCloseable arena : arenas) {
            arena.close();
        }
        return sum;
    }

    /**
     * Ends the threads, and deletes the files.
     *
     * @throws IOException if that fails
     */
    @TearDown
    public void end() throws IOException {
        waiting.end();
        for (FileChannel file : files) {
            file.close();
        }
    }
}
