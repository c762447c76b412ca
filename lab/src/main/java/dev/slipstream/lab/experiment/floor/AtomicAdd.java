package dev.slipstream.lab.experiment.floor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An uncontended atomic addition: the minimum cost of a count that several threads may update, such as the number of a lock's or
 * an arena's users.
 *
 * <p>The cache line stays with one core, so the time is what the processor needs to complete earlier stores and to update the
 * line atomically. With a second thread, the line moves between the cores, which costs a multiple.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class AtomicAdd {
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    /** 128 bytes on both sides keep other objects off the cell's line and off the adjacent line that processors prefetch. */
    private static final int MIDDLE = 16;

    private final long[] cells = new long[2 * MIDDLE + 1];

    /**
     * Adds one.
     *
     * @return the previous value
     */
    @Benchmark
    public long run() {
        return (long) CELLS.getAndAdd(cells, MIDDLE, 1L);
    }
}
