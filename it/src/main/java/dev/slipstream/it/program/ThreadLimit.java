package dev.slipstream.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Contention and pinned virtual threads in a process that has all the threads that it may have. For {@link Console}. */
public final class ThreadLimit {
    private static final int CONTENDERS = 2;
    private static final int PINNED = 50;
    private static final long FULL_NANOS = 3_000_000_000L;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final int BATCH = 10_000;

    private ThreadLimit() {
    }

    /** Whether the arena was on stripes while there was no thread to be had, and whether it was in the end. */
    public static String contend() throws InterruptedException {
        // Whatever this needs of its own is there before.
        VirtualThreads.runPinned(1);
        Object session = Sessions.shared();
        CountDownLatch go = new CountDownLatch(1);
        long[] end = new long[1];
        List<Thread> contenders = new ArrayList<>();
        for (int i = 0; i < CONTENDERS; i++) {
            contenders.add(started(() -> {
                await(go);
                while (System.nanoTime() - end[0] < 0 && !Sessions.isStriped(session)) {
                    for (int k = 0; k < BATCH; k++) {
                        Sessions.acquire(session);
                        Sessions.release(session);
                    }
                }
            }));
        }
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> idle = fill(over);
        long full = System.nanoTime() + FULL_NANOS;
        end[0] = full + PATIENCE_NANOS;
        go.countDown();
        while (System.nanoTime() - full < 0) {
            VirtualThreads.runPinned(PINNED);
        }
        boolean early = Sessions.isStriped(session);
        over.countDown();
        for (Thread thread : idle) {
            thread.join();
        }
        for (Thread thread : contenders) {
            thread.join();
        }
        return early + " " + Sessions.isStriped(session);
    }

    private static List<Thread> fill(CountDownLatch over) {
        List<Thread> idle = new ArrayList<>();
        try {
            while (true) {
                idle.add(started(() -> await(over)));
            }
        } catch (OutOfMemoryError noMoreThreads) {
            return idle;
        }
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
