package dev.slipstream.lab.experiment.arenas;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * A shared arena that one thread opens, two threads use concurrently for some calls each, and the first thread closes. The score
 * includes any set-up that the first contention triggers for an arena.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ContendedArena {
    private static final long BYTES = 64;

    /** The number of calls by each thread. */
    @Param("1")
    public int calls;

    private Sharing sharing;

    /** Starts the second thread. */
    @Setup
    public void start() {
        sharing = new Sharing(calls);
        sharing.start();
    }

    /**
     * Opens, uses and closes an arena.
     *
     * @throws Throwable never
     */
    @Benchmark
    public void run() throws Throwable {
        AutoCloseable arena = Foreign.openShared();
        sharing.use(Foreign.allocate(arena, BYTES));
        arena.close();
    }

    /** Ends the second thread. */
    @TearDown
    public void end() {
        sharing.end();
    }

    /** Two threads that use one arena concurrently: the caller, and a helper thread. */
    static final class Sharing {
        private volatile @Nullable Object lent;
        private volatile boolean ended;

        /** The number of calls by each thread. */
        private final int calls;

        Sharing(int calls) {
            this.calls = calls;
        }

        /** Starts the helper, which waits for an arena to use, and yields its processor meanwhile. */
        void start() {
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
                        call(segment);
                        lent = null;
                    }
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        /** Uses the segment's arena on both threads, and returns when both are done. */
        void use(Object segment) throws Throwable {
            lent = segment;
            call(segment);
            while (lent != null) {
                Thread.yield();
            }
        }

        private void call(Object segment) throws Throwable {
            for (int i = 0; i < calls; i++) {
                int ignored = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
            }
        }

        void end() {
            ended = true;
        }
    }
}
