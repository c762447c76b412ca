package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.lab.machine.Processors;
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
 * A shared arena that one thread opens, uses for some calls, and closes. The close takes nearly all of the time.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ShortLivedArena {
    private static final long BYTES = 64;

    /** The number of calls. */
    @Param("1")
    public int calls;

    /**
     * The processors that the JVM may use, {@code all} or {@code one}. A close is a handshake with all threads, and the time to
     * wake another processor comes in steps, which would hide everything else.
     */
    @Param("all")
    public String processors;

    /**
     * Binds the JVM to one processor, if requested.
     *
     * @throws Exception if binding fails
     */
    @Setup
    public void bind() throws Exception {
        if (processors.equals("one")) {
            Processors.bindAllToOne();
        }
    }

    /**
     * Opens, uses and closes an arena.
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
