package dev.slipstream.lab.experiment.arenas;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Two threads that read a buffer view of one shared arena: each access checks that the arena is open, but counts no user. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class BufferView {
    private static final int BYTES = 256;

    private Object arena;
    private ByteBuffer buffer;

    /**
     * Opens the arena.
     *
     * @throws Throwable on a JDK before 21
     */
    @Setup
    public void open() throws Throwable {
        arena = Foreign.arena("shared");
        buffer = Foreign.buffer(Foreign.allocate(arena, BYTES));
    }

    /**
     * Reads the entire buffer.
     *
     * @return the sum of its bytes
     */
    @Benchmark
    @Threads(2)
    public int byTwo() {
        int sum = 0;
        for (int i = 0; i < BYTES; i++) {
            sum += buffer.get(i);
        }
        return sum;
    }

    /**
     * Closes the arena.
     *
     * @throws Exception if it has users left
     */
    @TearDown
    public void close() throws Exception {
        ((AutoCloseable) arena).close();
    }
}
