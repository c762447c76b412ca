package dev.slipstream.it.program.pinning;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Virtual threads that are pinned on every JDK, by the native frame of {@code Method.invoke}. Needs
 * {@code -Djdk.reflect.useNativeAccessorOnly=true}, which makes that frame a native one.
 */
public final class Pinned {
    /** More threads than a JDK without the remedy has carriers. */
    private static final int THREADS = 20;

    private static final int COLLECTIONS = 50;
    private static final long PAUSE_MILLIS = 100;

    private static volatile boolean loaded;
    private static WeakReference<Thread> ended;

    private Pinned() {}

    /** Starts a virtual thread that is pinned while it runs the task. */
    static Thread start(Runnable task) {
        return Thread.startVirtualThread(() -> pinned(task));
    }

    private static void pinned(Runnable task) {
        try {
            Method run = Runnable.class.getMethod("run");
            run.invoke(task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells whether virtual threads still run while more are parked and pinned than there are carriers. */
    public static boolean compensates() throws InterruptedException {
        loaded = false;
        // Initialises the classes. On later JDKs a virtual thread that waits for that is not pinned, and would free its carrier.
        pinned(() -> {});
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(start(() -> await(end)));
        }
        threads.add(Thread.startVirtualThread(ran::countDown));
        boolean compensates = ran.await(2, TimeUnit.SECONDS);
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return compensates;
    }

    /** Asks as the keeper does. */
    public static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(Thread.currentThread().threadId());
    }

    /** Runs a virtual thread that parks while pinned, and ends. */
    public static String once() throws InterruptedException {
        Thread thread = start(() -> sleep(1));
        thread.join();
        ended = new WeakReference<>(thread);
        return "ended";
    }

    /** Tells whether the thread of {@link #once} is eventually collected. */
    public static boolean isForgotten() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS && ended.get() != null; i++) {
            System.gc();
            Thread.sleep(PAUSE_MILLIS);
        }
        return ended.get() == null;
    }

    /** Starts a few virtual threads that park while pinned, and call {@code parked} after each park, for ever. */
    public static void some(Runnable parked) {
        for (int i = 0; i < 4; i++) {
            start(() -> {
                while (true) {
                    synchronized (new Object()) {
                        sleep(10);
                    }
                    parked.run();
                }
            });
        }
    }

    /** Starts virtual threads that keep parking while pinned, until {@link #compensates} is called. */
    public static String load() {
        loaded = true;
        for (int i = 0; i < THREADS; i++) {
            start(() -> {
                while (loaded) {
                    synchronized (new Object()) {
                        sleep(1);
                    }
                }
            });
        }
        return "started";
    }
}
