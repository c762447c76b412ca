package dev.slipstream.it.program;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Virtual threads that are pinned on every JDK: by the native frame of {@code Method.invoke}, which there is with
 * {@code -Djdk.reflect.useNativeAccessorOnly=true}.
 */
public final class Pinned {
    /** More than a JDK without the remedy has carriers. */
    private static final int THREADS = 20;

    private static final int COLLECTIONS = 50;
    private static final long PAUSE_MILLIS = 100;

    private static volatile boolean loaded;
    private static WeakReference<Thread> ended;

    private Pinned() {
    }

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

    /** Whether virtual threads still run while more are parked and pinned than there are carriers. */
    public static boolean compensates() throws InterruptedException {
        loaded = false;
        // Who waits for a class to be initialised is not pinned on later JDKs, and lets others run before all are parked.
        pinned(() -> { });
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

    /** Has a virtual thread park while pinned, and end. */
    public static String once() throws InterruptedException {
        Thread thread = start(() -> sleep(1));
        thread.join();
        ended = new WeakReference<>(thread);
        return "ended";
    }

    /** Whether that thread has been collected, in the end. */
    public static boolean isForgotten() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS && ended.get() != null; i++) {
            System.gc();
            Thread.sleep(PAUSE_MILLIS);
        }
        return ended.get() == null;
    }

    /** Has a few virtual threads park while pinned, now and then, and tell, for ever. */
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

    /** Keeps virtual threads busy parking while pinned, until {@link #compensates} is asked. */
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
