package dev.slipstream.lab.experiment.arenas;

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
 * The benchmark of the upstream discussion: a native function that takes three segments of one arena. The arena must not be closed
 * while the function runs, so each downcall acquires the arena and then releases it.
 *
 * <p>The function does next to nothing, so the score is the cost of the downcall. The teardown closes the arena, which fails if it
 * counts a user too many, or too few.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class NativeCall {
    private static final long BYTES = 64;

    /** The kind of arena: {@code shared}, {@code confined} or {@code global}. */
    @Param("shared")
    public String arena;

    /** The time for which two threads contend for the arena before the measurement, in milliseconds. */
    @Param("0")
    public int contendedMillis;

    private Object opened;
    private Object first;
    private Object second;
    private Object third;

    /**
     * Opens the arena.
     *
     * @throws Throwable on a JDK before 21
     */
    @Setup
    public void open() throws Throwable {
        opened = Foreign.arena(arena);
        first = Foreign.allocate(opened, BYTES);
        second = Foreign.allocate(opened, BYTES);
        third = Foreign.allocate(opened, BYTES);
        contend();
    }

    private void contend() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(contendedMillis);
        Runnable calls = () -> {
            try {
                while (System.nanoTime() - end < 0) {
                    run();
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
        Thread other = new Thread(calls);
        other.start();
        calls.run();
        other.join();
    }

    /**
     * Calls the function, on one thread.
     *
     * @return the function's result for the first segment's address
     * @throws Throwable never
     */
    @Benchmark
    public int run() throws Throwable {
        return (int) Foreign.TAKES_THREE.invokeExact(first, second, third);
    }

    /**
     * Calls the function, on each of two threads.
     *
     * @return the function's result for the first segment's address
     * @throws Throwable never
     */
    @Benchmark
    @Threads(2)
    public int byTwo() throws Throwable {
        return (int) Foreign.TAKES_THREE.invokeExact(first, second, third);
    }

    /**
     * Calls the function, on each of four threads.
     *
     * @return the function's result for the first segment's address
     * @throws Throwable never
     */
    @Benchmark
    @Threads(4)
    public int byFour() throws Throwable {
        return (int) Foreign.TAKES_THREE.invokeExact(first, second, third);
    }

    /**
     * Calls the function, on each of eight threads.
     *
     * @return the function's result for the first segment's address
     * @throws Throwable never
     */
    @Benchmark
    @Threads(8)
    public int byEight() throws Throwable {
        return (int) Foreign.TAKES_THREE.invokeExact(first, second, third);
    }

    /**
     * Closes the arena, which has no users left.
     *
     * @throws Exception if it has users left
     */
    @TearDown
    public void close() throws Exception {
        if (!arena.equals("global")) {
            ((AutoCloseable) opened).close();
        }
    }
}
