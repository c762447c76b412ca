package dev.slipstream.lab.experiment.naming;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
 * Many platform threads that exist at the same time, each of which wakes up, renames itself a few times, and waits again. The score is
 * the time of a round of all threads, the wake-ups included, and whatever the renames have others do in the background.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class RenameByMany {
    private static final int LENGTH = 16;

    /** More renames than a thread makes before it gets a name file, if all others make as many. */
    private static final int SETTLED = 2_000;

    private static final int STACK_BYTES = 64 * 1_024;

    /** The number of threads. */
    @Param("10")
    public int threads;

    /** The number of times each renames itself in a round. */
    @Param("20")
    public int renames;

    private final String[] all = Names.changing(LENGTH);
    private final AtomicInteger pending = new AtomicInteger();
    private Thread[] workers;
    private volatile Thread driver;
    private volatile int round;

    /** Written before a new round; negative ends the threads. */
    private int times;

    /** Starts the threads and has each rename itself as often as the remedy waits for. */
    @Setup
    public void start() {
        workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = new Thread(null, this::work, "worker " + i, STACK_BYTES);
            workers[i].start();
        }
        round(SETTLED);
    }

    /** Has every thread rename itself, and waits for all. */
    @Benchmark
    public void run() {
        round(renames);
    }

    /**
     * Ends the threads.
     *
     * @throws InterruptedException if interrupted
     */
    @TearDown
    public void end() throws InterruptedException {
        for (Thread worker : workers) {
            if (!worker.isAlive() || worker.getName().length() != LENGTH) {
                throw new IllegalStateException(worker + " has not renamed itself");
            }
        }
        round(-1);
        for (Thread worker : workers) {
            worker.join();
        }
    }

    private void round(int each) {
        driver = Thread.currentThread();
        times = each;
        pending.set(threads);
        round++;
        for (Thread worker : workers) {
            LockSupport.unpark(worker);
        }
        while (pending.get() > 0) {
            LockSupport.park(this);
        }
    }

    private void work() {
        Thread self = Thread.currentThread();
        int next = 0;
        int seen = 0;
        int each = 0;
        while (each >= 0) {
            while (round == seen) {
                LockSupport.park(this);
            }
            seen++;
            each = times;
            for (int i = 0; i < each; i++) {
                self.setName(all[next++ & (Names.COUNT - 1)]);
            }
            if (pending.decrementAndGet() == 0) {
                LockSupport.unpark(driver);
            }
        }
    }
}
