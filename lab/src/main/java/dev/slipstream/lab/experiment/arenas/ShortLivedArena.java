package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.lab.machine.Processors;
import java.util.List;
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
     * Which processors the JVM may use, {@code all} or {@code one}: a close asks all threads, and to wake another processor takes a
     * time that comes in steps, and hides everything else.
     */
    @Param("all")
    public String processors;

    /**
     * Binds the JVM.
     *
     * @throws Exception if that fails
     */
    @Setup
    public void bind() throws Exception {
        if (processors.equals("one")) {
            List<Integer> allowed = Processors.allowed();
            Processors.bindAll(allowed.get(allowed.size() - 1));
        }
    }

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
