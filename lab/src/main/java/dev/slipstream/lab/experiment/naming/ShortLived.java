package dev.slipstream.lab.experiment.naming;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A platform thread that starts, renames itself a few times, and ends. The score includes any set-up per thread, which has little
 * time to pay off.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class ShortLived {
    private static final int LENGTH = 16;

    /** The number of renames. */
    @Param("1")
    public int renames;

    private final String[] all = Names.changing(LENGTH);

    /**
     * Starts a thread and waits for it to end.
     *
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public void run() throws InterruptedException {
        Thread thread = new Thread(this::rename);
        thread.start();
        thread.join();
    }

    private void rename() {
        Thread self = Thread.currentThread();
        for (int i = 0; i < renames; i++) {
            self.setName(all[i & (Names.COUNT - 1)]);
        }
    }
}
