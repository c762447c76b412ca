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
 * Threads that each transfer data between their own part of one shared arena and their own channel, like servers with pooled
 * buffers. The channel acquires the arena for the duration of the system call.
 *
 * <p>Reads from {@code /dev/zero} or writes to {@code /dev/null}: system calls with as little work as possible.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ChannelTransfer {
    private static final int BYTES = 4_096;

    /** The direction: {@code read} or {@code write}. */
    @Param("write")
    public String direction;

    private boolean reads;
    private FileChannel channel;
    private ByteBuffer buffer;

    /** The arena that all threads share. */
    @State(Scope.Benchmark)
    public static class Memory {
        private Object arena;

        /**
         * Opens the arena.
         *
         * @throws ReflectiveOperationException on a JDK before 21
         */
        @Setup
        public void open() throws ReflectiveOperationException {
            arena = Foreign.arena("shared");
        }

        /**
         * Closes the arena, which has no users left.
         *
         * @throws Exception if it has users left
         */
        @TearDown
        public void close() throws Exception {
            ((AutoCloseable) arena).close();
        }
    }

    /**
     * Opens the channel, and allocates from the arena.
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
     * Transfers one buffer, on one thread.
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
     * Transfers one buffer, on each of two threads.
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
