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
 * A downcall to a native function that does next to nothing ({@code abs} of the C library, no system call) and takes only
 * numbers: no memory, hence no arena to keep alive.
 *
 * <p>What remains is the thread's transition from Java to native and back, with its safepoint poll. Every downcall pays for that,
 * unless it is declared critical.
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
     * Calls the function.
     *
     * @return the absolute value
     * @throws Throwable never
     */
    @Benchmark
    public int run() throws Throwable {
        return (int) ABS.invokeExact(number);
    }
}
