package dev.slipstream.lab.experiment.pinning;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Utilities of the scenarios. A scenario waits without a timeout: the lab kills it at its deadline, which counts as a hang.
 */
final class Stage {
    private Stage() {}

    /** Waits for a condition, by polling on the current platform thread. */
    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Waits until at least {@code count} of the threads are in a state. */
    static void await(List<Thread> threads, int count, Thread.State state) {
        await(() -> threads.stream().filter(thread -> thread.getState() == state).count() >= count);
    }

    /** Waits for a latch; fails on an interrupt, which is not part of the scenario. */
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

    /** Ends the scenario with success. */
    static void pass() {
        System.out.println("PASS");
        System.exit(0);
    }

    /** Ends the scenario with a failure, and prints the reason. */
    static void fail(String what) {
        System.out.println("WRONG: " + what);
        System.exit(1);
    }
}
