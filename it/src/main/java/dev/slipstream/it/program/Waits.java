package dev.slipstream.it.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads that each wait in a monitor, all at the same time. Prints how many did. */
public final class Waits {
    private static final long MILLIS = 3_000;

    private Waits() {
    }

    /** Argument: the number of threads. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        AtomicInteger waited = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            VirtualThreads.start(() -> {
                Object monitor = new Object();
                try {
                    synchronized (monitor) {
                        monitor.wait(MILLIS);
                    }
                    waited.getAndIncrement();
                } catch (InterruptedException | OutOfMemoryError e) {
                    failed.getAndIncrement();
                } finally {
                    over.countDown();
                }
            });
        }
        over.await();
        System.out.println(waited + " waited, " + failed + " could not");
    }
}
