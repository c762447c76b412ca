package dev.slipstream.lab.experiment.pinning;

import dev.slipstream.lab.machine.Processors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
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
     * The processors that the JVM may use, {@code all} or {@code one}. With two, one fork takes up to twice as long as the next, by
     * chance.
     */
    @Param("all")
    public String processors;

    /**
     * Binds the JVM to one processor, if requested.
     *
     * @throws Exception if binding fails
     */
    @Setup
    public void bind() throws Exception {
        if (processors.equals("one")) {
            Processors.bindAllToOne();
        }
    }

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
