package dev.slipstream.lab.experiment.floor;

import java.lang.invoke.MethodHandle;
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
 * A call of a native function that does next to nothing ({@code abs} of the C library, no system call) and takes numbers only:
 * no memory, hence no arena whose life it would have to guard.
 *
 * <p>What is left is the thread's change from Java to native and back, with its look whether the JVM waits for a safepoint.
 * Every native call pays that, unless it is declared critical.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class Downcall {
    private static final MethodHandle ABS = NativeFunction.find("abs", 1, int.class, int.class);

    private int number = -7;

    /**
     * Calls it.
     *
     * @return the number without its sign
     * @throws Throwable never
     */
    @Benchmark
    public int run() throws Throwable {
        return (int) ABS.invokeExact(number);
    }
}
