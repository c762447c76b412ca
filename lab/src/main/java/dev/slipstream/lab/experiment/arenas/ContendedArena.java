package dev.slipstream.lab.experiment.arenas;

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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A shared arena that one thread opens, two use at the same time for some calls each, and the first closes. Whatever the first
 * contention sets up for an arena is paid for here.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ContendedArena {
    private static final long BYTES = 64;

    /** How often each thread uses it. */
    @Param("1")
    public int calls;

    private volatile Object lent;
    private volatile boolean ended;

    /** Starts the second thread, which waits for an arena to use, and leaves its processor to whoever wants it. */
    @Setup
    public void start() {
        Thread other = new Thread(this::help, "helper");
        other.setDaemon(true);
        other.start();
    }

    private void help() {
        try {
            while (!ended) {
                Object segment = lent;
                if (segment == null) {
                    Thread.yield();
                } else {
                    use(segment);
                    lent = null;
                }
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
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
        lent = segment;
        use(segment);
        while (lent != null) {
            Thread.yield();
        }
        arena.close();
    }

    private void use(Object segment) throws Throwable {
        for (int i = 0; i < calls; i++) {
            int ignored = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        }
    }

    /** Ends the second thread. */
    @TearDown
    public void end() {
        ended = true;
    }
}
