package dev.slipstream.agent.pinning;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Trial of the pinning remedy: parks a pinned virtual thread on a private scheduler with one carrier, and checks whether the
 * scheduler gets a second one.
 *
 * <p>The trial runs on the keeper's thread when the application starts its first virtual thread, not at start-up. Earlier it would
 * make the JDK create its scheduler before the application has set the scheduler's properties, and would cost every start-up for
 * something that few applications need.
 */
final class PinningTrial {
    /** Long enough that a cold JVM on a busy machine still has time left when it comes to park. */
    private static final long PARK_NANOS = 20_000_000;
    private static final int MOST_PARKS = 50;
    private static final long LIMIT_NANOS = 10_000_000_000L;

    private PinningTrial() {
    }

    /**
     * Tells whether a scheduler with one carrier has two after a pinned park.
     *
     * @param givesUp whether to end without waiting for the outcome
     */
    static boolean addsACarrier(PinningSwitch pinning, BooleanSupplier givesUp) throws ReflectiveOperationException {
        ForkJoinPool scheduler = scheduler();
        boolean[] added = {false};
        Thread thread = virtualThread(scheduler, () -> {
            for (int i = 0; i < MOST_PARKS && !added[0] && !givesUp.getAsBoolean(); i++) {
                parkPinned(pinning);
                added[0] = scheduler.getPoolSize() > 1;
            }
        });
        try {
            thread.start();
            return endsInTime(thread) && added[0];
        } finally {
            // Hazard: a thread of the JDK resumes virtual threads that were blocked. If this one's scheduler were shut down by then,
            // that thread would end, and no virtual thread would ever be resumed again.
            if (!thread.isAlive()) {
                scheduler.shutdown();
            }
        }
    }

    /** Waits for the thread's end. Ignores interrupts, which the application may send to threads that it does not know. */
    private static boolean endsInTime(Thread thread) {
        long end = System.nanoTime() + LIMIT_NANOS;
        for (long left = LIMIT_NANOS; left > 0 && thread.isAlive(); left = end - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                // The exception has cleared the interrupt status.
                continue;
            }
        }
        return !thread.isAlive();
    }

    private static ForkJoinPool scheduler() throws ReflectiveOperationException {
        Constructor<?> carrier = Class.forName("jdk.internal.misc.CarrierThread").getConstructor(ForkJoinPool.class);
        return new ForkJoinPool(1, pool -> {
            try {
                return (ForkJoinWorkerThread) carrier.newInstance(pool);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }, null, true, 1, 4, 1, pool -> true, 1, TimeUnit.SECONDS);
    }

    private static Thread virtualThread(Executor scheduler, Runnable task) throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName("java.lang.VirtualThread")
                .getDeclaredConstructor(Executor.class, String.class, int.class, Runnable.class);
        constructor.setAccessible(true);
        return (Thread) constructor.newInstance(scheduler, "slipstream-trial", 0, task);
    }

    private static void parkPinned(PinningSwitch pinning) {
        pinning.pin();
        try {
            LockSupport.parkNanos(PARK_NANOS);
        } finally {
            pinning.unpin();
        }
    }
}
