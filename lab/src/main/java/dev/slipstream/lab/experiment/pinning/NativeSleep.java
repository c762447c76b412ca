package dev.slipstream.lab.experiment.pinning;

import dev.slipstream.lab.experiment.floor.NativeFunction;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Calls of a native function that sleeps, as one that waits for a disk or a network does. No JDK unmounts the thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class NativeSleep {
    private static final MethodHandle USLEEP = NativeFunction.find("usleep", 1, int.class, int.class);

    /** The number of calls. */
    @Param("100")
    public int calls;

    /** The most calls at a time. */
    @Param("100")
    public int atATime;

    /** The duration of each, in milliseconds. */
    @Param("50")
    public int millis;

    /** {@code virtual}: a virtual thread for each call. {@code platform}: as many platform threads as calls at a time, the floor. */
    @Param("virtual")
    public String threads;

    /** Links the function, which takes a cold JVM as long as a call. */
    @Setup
    public void link() {
        sleep(0);
    }

    /**
     * Makes all calls.
     *
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public void run() throws InterruptedException {
        ExecutorService executor =
                threads.equals("virtual") ? VirtualThreads.executor() : Executors.newFixedThreadPool(atATime);
        Semaphore permits = new Semaphore(atATime);
        for (int i = 0; i < calls; i++) {
            executor.execute(() -> {
                permits.acquireUninterruptibly();
                sleep(millis);
                permits.release();
            });
        }
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.DAYS);
        if (permits.availablePermits() != atATime) {
            throw new IllegalStateException("a call has not ended");
        }
    }

    private static void sleep(int millis) {
        try {
            if ((int) USLEEP.invokeExact(millis * 1_000) != 0) {
                throw new IllegalStateException("usleep has failed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
