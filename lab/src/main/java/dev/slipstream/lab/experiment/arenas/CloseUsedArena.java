package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.lab.experiment.arenas.CloseArena.WaitingThreads;
import dev.slipstream.lab.experiment.arenas.ContendedArena.Sharing;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
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
 * Variant of {@link CloseArena} in which two threads have used each arena concurrently, long enough for the remedy to count
 * acquires and releases beside the stripes. Closing such an arena takes one more handshake. The score does not include that use.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class CloseUsedArena {
    private static final long BYTES = 64;
    private static final int CALLS = 70_000;

    /** The number of parked threads. */
    @Param("1")
    public int idle;

    private final WaitingThreads waiting = new WaitingThreads();
    private final Sharing sharing = new Sharing(CALLS);
    private AutoCloseable arena;

    /** Starts the threads. */
    @Setup
    public void start() {
        waiting.start(idle);
        sharing.start();
    }

    /**
     * Opens an arena, and uses it.
     *
     * @throws Throwable never
     */
    @Setup(Level.Invocation)
    public void use() throws Throwable {
        arena = Foreign.openShared();
        sharing.use(Foreign.allocate(arena, BYTES));
    }

    /**
     * Closes the arena.
     *
     * @throws Exception never
     */
    @Benchmark
    public void run() throws Exception {
        arena.close();
    }

    /** Ends the threads. */
    @TearDown
    public void end() {
        sharing.end();
        waiting.end();
    }
}
