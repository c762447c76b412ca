package dev.slipstream.lab.experiment.arenas;

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
 * A shared arena that is opened, used for some calls, and closed, all by one thread. Nearly all of the time is the close.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ShortLivedArena {
    private static final long BYTES = 64;

    /** How often it is used. */
    @Param("1")
    public int calls;

    /**
     * Opens, uses and closes it.
     *
     * @throws Throwable never
     */
    @Benchmark
    public void run() throws Throwable {
        AutoCloseable arena = Foreign.openShared();
        Object segment = Foreign.allocate(arena, BYTES);
        for (int i = 0; i < calls; i++) {
            int ignored = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        }
        arena.close();
    }
}
