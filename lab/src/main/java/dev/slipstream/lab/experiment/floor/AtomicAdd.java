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
 * An atomic addition that no other thread disturbs: the least that a count costs which several threads may keep, such as that
 * of a lock's or an arena's users.
 *
 * <p>The cache line stays with one core, so the time is what the processor takes to finish earlier stores and to write the
 * line as if it were alone. With a second thread at work on it the line moves between the cores, which costs a multiple.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class AtomicAdd {
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    /** With 128 bytes on both sides no other object is on the line, nor on the one that processors fetch with it. */
    private static final int MIDDLE = 16;

    private final long[] cells = new long[2 * MIDDLE + 1];

    /**
     * Adds one.
     *
     * @return what it was before
     */
    @Benchmark
    public long run() {
        return (long) CELLS.getAndAdd(cells, MIDDLE, 1L);
    }
}
