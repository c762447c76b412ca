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
import org.openjdk.jmh.annotations.Warmup;

/**
 * A shared arena that is closed, while other threads wait for something else: the JVM asks each of them whether it is inside an
 * access to the arena's memory. To open one and to allocate takes a fraction of a microsecond, and is in the score.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class CloseArena {
    private static final long BYTES = 64;

    /** How many threads wait. */
    @Param("1")
    public int idle;

    private final WaitingThreads waiting = new WaitingThreads();

    /** Starts them. */
    @Setup
    public void start() {
        waiting.start(idle);
    }

    /**
     * Opens one with some memory, and closes it.
     *
     * @throws Throwable never
     */
    @Benchmark
    public void run() throws Throwable {
        AutoCloseable arena = Foreign.openShared();
        Foreign.allocate(arena, BYTES);
        arena.close();
    }

    /** Ends the threads. */
    @TearDown
    public void end() {
        waiting.end();
    }
}
