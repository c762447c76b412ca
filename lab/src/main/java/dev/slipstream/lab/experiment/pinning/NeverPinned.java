package dev.slipstream.lab.experiment.pinning;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Virtual threads that never pin and do next to nothing, so that any overhead per thread shows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class NeverPinned {
    /** The number of virtual threads. */
    @Param("1000000")
    public int threads;

    /**
     * Runs all threads to their end.
     *
     * @return the number of threads that did their work
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public long run() throws InterruptedException {
        LongAdder ended = new LongAdder();
        ExecutorService executor = VirtualThreads.executor();
        for (int i = 0; i < threads; i++) {
            executor.execute(ended::increment);
        }
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.DAYS);
        if (ended.sum() != threads) {
            throw new IllegalStateException("only " + ended + " of " + threads + " threads did their work");
        }
        return ended.sum();
    }
}
