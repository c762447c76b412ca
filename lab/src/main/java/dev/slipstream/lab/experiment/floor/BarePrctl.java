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
 * The bare system call {@code prctl(PR_SET_NAME)}, by which a thread sets its own name in Linux: the minimum cost of a thread
 * name that the operating system knows.
 *
 * <p>Nearly all of the time is the transition into the kernel and back. The length of the name hardly matters: Linux keeps 15
 * bytes of it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class BarePrctl {
    /** {@code int prctl(int option, ...)}; the variadic arguments are {@code unsigned long}. */
    private static final MethodHandle PRCTL =
            NativeFunction.find("prctl", 1, int.class, int.class, long.class, long.class, long.class, long.class);

    private static final int PR_SET_NAME = 15;
    private static final long NAME = NativeFunction.text("slipstream-name");

    /**
     * Sets the name.
     *
     * @return 0, for success
     * @throws Throwable never
     */
    @Benchmark
    public int run() throws Throwable {
        int result = (int) PRCTL.invokeExact(PR_SET_NAME, NAME, 0L, 0L, 0L);
        if (result != 0) {
            throw new IllegalStateException("prctl failed");
        }
        return result;
    }
}
