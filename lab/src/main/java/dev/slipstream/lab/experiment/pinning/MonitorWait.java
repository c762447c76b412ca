package dev.slipstream.lab.experiment.pinning;

import java.util.ArrayList;
import java.util.List;

/**
 * Scenario with more virtual threads in Object.wait than carriers, including the default number of spare carriers. They are
 * notified only when all of them wait.
 */
@SuppressWarnings("StaticGuardedByInstance")
public final class MonitorWait {
    private static final int WAITERS = 1_000;

    private static int waiting;
    private static boolean released;

    private MonitorWait() {}

    /**
     * Runs the scenario.
     *
     * @param args none
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            threads.add(VirtualThreads.start(() -> waitForRelease(monitor)));
        }
        Stage.await(() -> {
            synchronized (monitor) {
                return waiting == WAITERS;
            }
        });
        synchronized (monitor) {
            released = true;
            monitor.notifyAll();
        }
        Stage.join(threads);
        if (waiting != 0) {
            Stage.fail(waiting + " still wait");
        }
        Stage.pass();
    }

    private static void waitForRelease(Object monitor) {
        synchronized (monitor) {
            waiting++;
            while (!released) {
                try {
                    monitor.wait();
                } catch (InterruptedException unexpected) {
                    throw new IllegalStateException(unexpected);
                }
            }
            waiting--;
        }
    }
}
