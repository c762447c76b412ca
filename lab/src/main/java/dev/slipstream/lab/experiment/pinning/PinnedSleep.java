package dev.slipstream.lab.experiment.pinning;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The published experiment: many virtual threads, each of which computes briefly and then sleeps while it holds a monitor. One
 * call in a cold JVM, as published.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PinnedSleep {
    /** The remedy's maximum of carriers, unless it is set. */
    private static final int MOST_CARRIERS = 1_024;

    /** The number of virtual threads. */
    @Param("5000")
    public int threads;

    /** The number of times each computes a sine and a cosine. */
    @Param("10000")
    public int rounds;

    /** The sleep of each, in milliseconds. */
    @Param("5")
    public long sleepMillis;

    /**
     * The lock held during the sleep. {@code shared}: all threads lock one object, as first published. That measures only mutual
     * exclusion: the sleeps are sequential on any JDK. {@code own}: a lock per thread, so that only pinning can make one wait for
     * another. {@code none}: no lock, the floor.
     */
    @Param("own")
    public String lock;

    /**
     * {@code virtual}: a virtual thread for each task. {@code platform}: as many platform threads as there are carriers at most by
     * default, which take one task after another. That is the floor of a remedy that gives each sleeping thread a carrier.
     */
    @Param("virtual")
    public String on;

    /**
     * Runs all threads to their end.
     *
     * @return the sum of the computed values
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public double run() throws InterruptedException {
        Object common = new Object();
        boolean locks = !lock.equals("none");
        boolean shared = lock.equals("shared");
        DoubleAdder sum = new DoubleAdder();
        LongAdder ended = new LongAdder();
        ExecutorService executor =
                on.equals("virtual") ? VirtualThreads.executor() : Executors.newFixedThreadPool(MOST_CARRIERS);
        for (int i = 0; i < threads; i++) {
            executor.execute(() -> {
                sum.add(compute());
                if (locks) {
                    sleepHolding(shared ? common : new Object());
                } else {
                    sleep();
                }
                ended.increment();
            });
        }
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.DAYS);
        if (ended.sum() != threads) {
            throw new IllegalStateException("only " + ended + " of " + threads + " threads did their work");
        }
        return sum.sum();
    }

    private double compute() {
        double sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += Math.sin(i) * Math.cos(i);
        }
        return sum;
    }

    private void sleepHolding(Object lock) {
        synchronized (lock) {
            sleep();
        }
    }

    private void sleep() {
        try {
            Thread.sleep(sleepMillis);
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }
}
