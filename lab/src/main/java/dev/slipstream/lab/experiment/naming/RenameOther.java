package dev.slipstream.lab.experiment.naming;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A thread that renames another one. The JDK does not set the native name then, so there is nothing to gain, and the remedy's
 * checks must not show.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class RenameOther {
    private static final int LENGTH = 16;

    private final String[] all = Names.changing(LENGTH);
    private volatile boolean ended;
    private Thread other;
    private int next;

    /** Starts the other thread, which does nothing. */
    @Setup
    public void start() {
        other = new Thread(() -> {
            while (!ended) {
                LockSupport.park();
            }
        });
        other.setDaemon(true);
        other.start();
    }

    /** Renames the other thread. */
    @Benchmark
    public void run() {
        other.setName(all[next++ & (Names.COUNT - 1)]);
    }

    /** Ends the other thread. */
    @TearDown
    public void end() {
        ended = true;
        LockSupport.unpark(other);
    }
}
