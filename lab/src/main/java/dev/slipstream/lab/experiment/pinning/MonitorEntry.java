package dev.slipstream.lab.experiment.pinning;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Scenario in which every carrier is blocked entering a monitor, and the monitor's owner waits for a message from a virtual thread
 * that has not run yet. No virtual thread is parked, so a remedy that intercepts only parks cannot help.
 */
public final class MonitorEntry {
    private MonitorEntry() {}

    /**
     * Runs the scenario.
     *
     * @param args none
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch owned = new CountDownLatch(1);
        CountDownLatch message = new CountDownLatch(1);
        int[] entered = {0};
        Thread owner = new Thread(() -> {
            synchronized (monitor) {
                owned.countDown();
                Stage.await(message);
            }
        });
        owner.start();
        owned.await();
        List<Thread> threads = new ArrayList<>();
        int carriers = VirtualThreads.carriers();
        for (int i = 0; i < carriers; i++) {
            threads.add(VirtualThreads.start(() -> {
                synchronized (monitor) {
                    entered[0]++;
                }
            }));
        }
        Stage.await(threads, carriers, Thread.State.BLOCKED);
        threads.add(VirtualThreads.start(message::countDown));
        Stage.join(threads);
        owner.join();
        if (entered[0] != carriers) {
            Stage.fail("the monitor was entered " + entered[0] + " times");
        }
        Stage.pass();
    }
}
