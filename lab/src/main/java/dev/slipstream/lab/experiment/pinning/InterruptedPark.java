package dev.slipstream.lab.experiment.pinning;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Scenario in which interrupts must reach virtual threads that park or sleep inside synchronized. */
public final class InterruptedPark {
    private static final int THREADS = 20;

    private InterruptedPark() {}

    /**
     * Runs the scenario.
     *
     * @param args none
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger arrived = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Runnable task = i % 2 == 0 ? InterruptedPark::parkUntilInterrupted : InterruptedPark::sleepUntilInterrupted;
            threads.add(VirtualThreads.start(() -> {
                synchronized (new Object()) {
                    task.run();
                }
                arrived.incrementAndGet();
            }));
        }
        // On a stock JDK 21 only as many threads as carriers run; the others are interrupted before they start.
        Stage.await(() -> threads.stream().filter(InterruptedPark::waits).count() >= VirtualThreads.carriers());
        threads.forEach(Thread::interrupt);
        Stage.join(threads);
        if (arrived.get() != THREADS) {
            Stage.fail(arrived + " of " + THREADS + " interrupts arrived");
        }
        Stage.pass();
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    private static void parkUntilInterrupted() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
    }

    private static void sleepUntilInterrupted() {
        try {
            Thread.sleep(3_600_000);
            throw new IllegalStateException("slept to the end");
        } catch (InterruptedException expected) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the interrupt status must be clear after the exception");
            }
        }
    }
}
