package dev.slipstream.lab.experiment.pinning;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Scenario in which every carrier is pinned by a thread inside synchronized that waits for a java.util.concurrent lock; the lock's
 * next owner is an unmounted virtual thread. Known from Netflix's "Java 21 virtual threads: dude, where's my lock?".
 */
@SuppressWarnings("LockNotBeforeTry")
public final class LockHandOver {
    private LockHandOver() {}

    /**
     * Runs the scenario.
     *
     * @param args none
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        List<Thread> threads = new ArrayList<>();
        lock.lock();
        threads.add(VirtualThreads.start(() -> takeAndGive(lock)));
        Stage.await(() -> lock.getQueueLength() == 1);
        int carriers = VirtualThreads.carriers();
        for (int i = 0; i < carriers; i++) {
            threads.add(VirtualThreads.start(() -> {
                synchronized (new Object()) {
                    takeAndGive(lock);
                }
            }));
        }
        Stage.await(() -> lock.getQueueLength() == 1 + carriers);
        Stage.await(threads, 1 + carriers, Thread.State.WAITING);
        lock.unlock();
        Stage.join(threads);
        Stage.pass();
    }

    private static void takeAndGive(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
    }
}
