package dev.slipstream.lab.experiment.pinning;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scenario in which a class initialiser parks, other virtual threads wait for the class, and the unparking thread has not run yet.
 */
public final class ClassInitialiser {
    private static final CountDownLatch INITIALISING = new CountDownLatch(1);
    private static final CountDownLatch MESSAGE = new CountDownLatch(1);

    /** Time for a thread to get from the call to its wait for the class inside the JVM, which no thread state shows. */
    private static final long SETTLE_MILLIS = 200;

    private ClassInitialiser() {}

    /** The class whose initialiser parks. */
    private static final class Slow {
        private static final int VALUE = waitForMessage();

        private static int waitForMessage() {
            INITIALISING.countDown();
            Stage.await(MESSAGE);
            return 42;
        }

        static int value() {
            return VALUE;
        }
    }

    /**
     * Runs the scenario.
     *
     * @param args none
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        AtomicInteger asking = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        threads.add(VirtualThreads.start(() -> sum.addAndGet(Slow.value())));
        INITIALISING.await();
        int carriers = VirtualThreads.carriers();
        for (int i = 0; i < 2 * carriers; i++) {
            threads.add(VirtualThreads.start(() -> {
                asking.incrementAndGet();
                sum.addAndGet(Slow.value());
            }));
        }
        Stage.await(() -> asking.get() >= carriers - 1);
        Thread.sleep(SETTLE_MILLIS);
        threads.add(VirtualThreads.start(MESSAGE::countDown));
        Stage.join(threads);
        int expected = 42 * (1 + 2 * carriers);
        if (sum.get() != expected) {
            Stage.fail("the sum is " + sum + " instead of " + expected);
        }
        Stage.pass();
    }
}
