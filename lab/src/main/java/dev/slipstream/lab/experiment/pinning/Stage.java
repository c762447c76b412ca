package dev.slipstream.lab.experiment.pinning;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What every scenario needs. A scenario waits without a limit of its own: the lab kills it at its deadline, which is what a
 * hang is.
 */
final class Stage {
    private Stage() {
    }

    /** Waits on this platform thread for a condition. */
    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Waits until that many of the threads are in a state. */
    static void await(List<Thread> threads, int count, Thread.State state) {
        await(() -> threads.stream().filter(thread -> thread.getState() == state).count() >= count);
    }

    /** Waits for a latch; an interrupt is not part of the scenario. */
    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    /** Waits for all threads to end. */
    static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Ends the scenario well. */
    static void pass() {
        System.out.println("PASS");
        System.exit(0);
    }

    /** Ends the scenario, and says what was wrong. */
    static void fail(String what) {
        System.out.println("WRONG: " + what);
        System.exit(1);
    }
}
