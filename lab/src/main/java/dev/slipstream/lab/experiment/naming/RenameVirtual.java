package dev.slipstream.lab.experiment.naming;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A virtual thread that renames itself, on JDK 21 and later. It has no native name.
 *
 * <p>Does not use JMH's virtual threads: they yield after each operation, which takes longer than the rename.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class RenameVirtual {
    /** Enough that starting and joining the thread adds only a small fraction of a nanosecond to each rename. */
    private static final int RENAMES = 100_000;

    private static final int LENGTH = 16;

    private final String[] all = Names.changing(LENGTH);
    private Method start;

    /**
     * Looks up the method that starts a virtual thread.
     *
     * @throws NoSuchMethodException on a JDK before 21
     */
    @Setup
    public void find() throws NoSuchMethodException {
        start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    }

    /**
     * Lets a virtual thread rename itself many times.
     *
     * @throws ReflectiveOperationException never
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    @OperationsPerInvocation(RENAMES)
    public void run() throws ReflectiveOperationException, InterruptedException {
        ((Thread) start.invoke(null, (Runnable) this::rename)).join();
    }

    private void rename() {
        Thread self = Thread.currentThread();
        for (int i = 0; i < RENAMES; i++) {
            self.setName(all[i & (Names.COUNT - 1)]);
        }
    }
}
