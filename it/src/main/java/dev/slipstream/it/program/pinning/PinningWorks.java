package dev.slipstream.it.program.pinning;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells whether another virtual thread runs, on one carrier, while a virtual thread is parked and pinned. */
public final class PinningWorks {
    private static final int SINCE = 21;
    private static final long PATIENCE_MILLIS = 3_000;

    private PinningWorks() {}

    public static boolean works() throws Exception {
        if (Runtime.version().feature() < SINCE) {
            return false;
        }
        Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch parked = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Object monitor = new Object();
        start(() -> {
            try {
                continuation.getMethod("pin").invoke(null);
                synchronized (monitor) {
                    parked.countDown();
                    released.await();
                }
                continuation.getMethod("unpin").invoke(null);
                done.countDown();
            } catch (ReflectiveOperationException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        parked.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        start(released::countDown);
        boolean works = done.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        // Frees the carrier if the remedy does not work.
        released.countDown();
        return works;
    }

    private static void start(Runnable task) throws ReflectiveOperationException {
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }
}
