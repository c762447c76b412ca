package dev.slipstream.lab.experiment.arenas;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Threads that read or write, each its own part of one shared arena through a channel of its own, as servers do whose buffers come
 * from a pool. The channel says that it uses the arena while the operating system reads from it, or writes to it.
 *
 * <p>From {@code /dev/zero} and to {@code /dev/null}: a system call, and as little work in it as there can be.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ChannelTransfer {
    private static final int BYTES = 4_096;

    /** {@code read} or {@code write}. */
    @Param("write")
    public String direction;

    private boolean reads;
    private FileChannel channel;
    private ByteBuffer buffer;

    /** The arena of all threads. */
    @State(Scope.Benchmark)
    public static class Memory {
        private Object arena;

        /**
         * Opens it.
         *
         * @throws ReflectiveOperationException on a JDK before 21
         */
        @Setup
        public void open() throws ReflectiveOperationException {
            arena = Foreign.arena("shared");
        }

        /**
         * Closes it, which has no user left.
         *
         * @throws Exception if it has
         */
        @TearDown
        public void close() throws Exception {
            ((AutoCloseable) arena).close();
        }
    }

    /**
     * Opens the channel, and takes a part of the arena.
     *
     * @param memory the arena
     * @throws Throwable on a JDK before 21
     */
    @Setup
    public void open(Memory memory) throws Throwable {
        reads = direction.equals("read");
        channel = reads
                ? FileChannel.open(Path.of("/dev/zero"), StandardOpenOption.READ)
                : FileChannel.open(Path.of("/dev/null"), StandardOpenOption.WRITE);
        buffer = Foreign.buffer(Foreign.allocate(memory.arena, BYTES));
    }

    /**
     * One thread does.
     *
     * @return the number of bytes
     * @throws IOException never
     */
    @Benchmark
    public int run() throws IOException {
        buffer.clear();
        return reads ? channel.read(buffer) : channel.write(buffer);
    }

    /**
     * Two do at a time.
     *
     * @return the number of bytes
     * @throws IOException never
     */
    @Benchmark
    @Threads(2)
    public int byTwo() throws IOException {
        return run();
    }

    /**
     * Closes the channel.
     *
     * @throws IOException never
     */
    @TearDown
    public void close() throws IOException {
        channel.close();
    }
}
