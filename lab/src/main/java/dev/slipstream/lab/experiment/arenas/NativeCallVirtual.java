package dev.slipstream.lab.experiment.arenas;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The calls of {@link NativeCall} from virtual threads: any number of them, of which as many run at a time as there are carriers.
 * The score is the elapsed time divided by the number of calls per thread.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class NativeCallVirtual {
    /** Enough that starting and joining the threads adds only a small fraction of a nanosecond to each call. */
    private static final int CALLS = 200_000;

    private static final long BYTES = 64;

    /** The number of virtual threads. */
    @Param("2")
    public int threads;

    private Method start;
    private Object arena;
    private Object first;
    private Object second;
    private Object third;

    /**
     * Opens the arena.
     *
     * @throws Throwable on a JDK before 21
     */
    @Setup
    public void open() throws Throwable {
        start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        arena = Foreign.arena("shared");
        first = Foreign.allocate(arena, BYTES);
        second = Foreign.allocate(arena, BYTES);
        third = Foreign.allocate(arena, BYTES);
    }

    /**
     * Runs the virtual threads, each of which makes many calls.
     *
     * @throws ReflectiveOperationException never
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void run() throws ReflectiveOperationException, InterruptedException {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = (Thread) start.invoke(null, (Runnable) this::call);
        }
        for (Thread each : all) {
            each.join();
        }
    }

    private void call() {
        try {
            for (int i = 0; i < CALLS; i++) {
                int ignored = (int) Foreign.TAKES_THREE.invokeExact(first, second, third);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Closes the arena, which has no users left.
     *
     * @throws Exception if it has users left
     */
    @TearDown
    public void close() throws Exception {
        ((AutoCloseable) arena).close();
    }
}
