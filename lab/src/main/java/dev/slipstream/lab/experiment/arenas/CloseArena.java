package dev.slipstream.lab.experiment.arenas;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
 * Closing a shared arena while other threads are parked: the JVM checks by a handshake with each thread whether it is inside an
 * access to the arena's memory. The score includes opening and allocating, which take a fraction of a microsecond.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class CloseArena {
    private static final long BYTES = 64;

    /** The number of parked threads. */
    @Param("1")
    public int idle;

    private final WaitingThreads waiting = new WaitingThreads();

    /** Starts the threads. */
    @Setup
    public void start() {
        waiting.start(idle);
    }

    /**
     * Opens an arena, allocates from it, and closes it.
     *
     * @throws Throwable never
     */
    @Benchmark
    public void run() throws Throwable {
        AutoCloseable arena = Foreign.openShared();
        Foreign.allocate(arena, BYTES);
        arena.close();
    }

    /** Ends the threads. */
    @TearDown
    public void end() {
        waiting.end();
    }

    /** Parked threads, which take part in the JVM's handshakes nevertheless. */
    static final class WaitingThreads {
        private static final int STACK_BYTES = 256 * 1_024;

        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean ended;

        void start(int count) {
            for (int i = 0; i < count; i++) {
                Thread thread = new Thread(null, this::await, "idle " + i, STACK_BYTES);
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
        }

        private void await() {
            while (!ended) {
                LockSupport.park();
            }
        }

        void end() {
            ended = true;
            threads.forEach(LockSupport::unpark);
        }
    }
}
