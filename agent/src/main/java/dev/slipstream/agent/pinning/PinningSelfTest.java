package dev.slipstream.agent.pinning;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Self-test of the pinning remedy: parks a pinned virtual thread on a private scheduler with one carrier, and checks whether the
 * scheduler gets a second one.
 *
 * <p>The self-test runs on the keeper's thread when the application starts its first virtual thread, not at start-up. Earlier it would
 * make the JDK create its scheduler before the application has set the scheduler's properties, and would cost every start-up for
 * something that few applications need. It uses neither lambdas nor reflective calls: the JDK would generate classes for each,
 * next to an application that is just starting.
 */
final class PinningSelfTest implements Runnable, ForkJoinPool.ForkJoinWorkerThreadFactory, Predicate<ForkJoinPool> {
    /** Long enough that a cold JVM on a busy machine still has time left when it comes to park. */
    private static final long PARK_NANOS = 20_000_000;
    private static final int MOST_PARKS = 50;
    private static final long LIMIT_NANOS = 10_000_000_000L;

    private final PinningControl pinning;
    private final PinningHost host;
    private final ForkJoinPool scheduler;
    private boolean added;

    /** The rewritten method of the self-test's thread, with {@code jdk.tracePinnedThreads}; else null. */
    private MethodHandle parkOnCarrier;

    /**
     * Creates a self-test.
     *
     * @param host tells when to end without waiting for the outcome
     */
    PinningSelfTest(PinningControl pinning, PinningHost host) {
        this.pinning = pinning;
        this.host = host;
        scheduler = new ForkJoinPool(1, this, null, true, 1, 4, 1, this, 1, TimeUnit.SECONDS);
    }

    /** Tells whether a scheduler with one carrier has two after a pinned park. */
    boolean addsACarrier() throws ReflectiveOperationException {
        Thread thread = virtualThread();
        try {
            thread.start();
            return endsInTime(thread) && added;
        } finally {
            // Hazard: a thread of the JDK resumes virtual threads that were blocked. If this one's scheduler were shut down by then,
            // that thread would end, and no virtual thread would ever be resumed again.
            if (!thread.isAlive()) {
                scheduler.shutdown();
            }
        }
    }

    /** Parks, as the virtual thread. */
    @Override
    public void run() {
        for (int i = 0; i < MOST_PARKS && !added && !host.isClosing(); i++) {
            if (parkOnCarrier == null) {
                park();
            } else {
                parkUntraced();
            }
            added = scheduler.getPoolSize() > 1;
        }
    }

    private void park() {
        pinning.pin();
        try {
            LockSupport.parkNanos(PARK_NANOS);
        } finally {
            pinning.unpin();
        }
    }

    /** Begins where the JDK has failed to unmount the thread: there it prints the thread's stack to the application's output. */
    private void parkUntraced() {
        try {
            parkOnCarrier.invokeExact(true, PARK_NANOS);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    @Override
    public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
        return pinning.newCarrier(pool);
    }

    /** Lets a pool at its maximum go on without another carrier. */
    @Override
    public boolean test(ForkJoinPool saturated) {
        return true;
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

    private Thread virtualThread() throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.VirtualThread");
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        MethodHandle constructor = lookup.findConstructor(type,
                MethodType.methodType(void.class, Executor.class, String.class, int.class, Runnable.class));
        Thread thread;
        try {
            thread = (Thread) constructor.invoke((Executor) scheduler, "slipstream-self-test", 0, (Runnable) this);
        } catch (Throwable e) {
            throw unexpected(e);
        }
        if (System.getProperty("jdk.tracePinnedThreads") != null) {
            parkOnCarrier = lookup.findVirtual(type, "parkOnCarrierThread",
                    MethodType.methodType(void.class, boolean.class, long.class)).bindTo(thread);
        }
        return thread;
    }

    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException exception ? exception : new IllegalStateException(e);
    }
}
