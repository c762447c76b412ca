package dev.slipstream.it.program;

import dev.slipstream.it.program.arenas.Sessions;
import dev.slipstream.it.program.common.VirtualThreads;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Contention, and virtual threads that hold their carrier, in a process at its limit of threads. For {@link Console}. */
public final class ThreadLimit {
    private static final int CONTENDERS = 2;
    private static final int PINNED = 50;
    private static final long FULL_NANOS = 3_000_000_000L;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final int BATCH = 10_000;
    private static final int SETTLED_LOOKS = 20;
    private static final long LOOK_MILLIS = 100;

    private ThreadLimit() {}

    private static final class Slow {
        private static final CountDownLatch BEGUN = new CountDownLatch(1);
        private static final CountDownLatch OVER = new CountDownLatch(1);

        /** Its initialiser waits. */
        private static final class Initialised {
            static {
                BEGUN.countDown();
                await(OVER);
            }

            static void touch() {
                // The call alone initialises the class.
            }
        }
    }

    /** Has virtual threads wait for the initialisation of a class, on the only carrier, which they hold. */
    public static String starve() throws InterruptedException {
        VirtualThreads.runPinned(1);
        settle();
        List<Thread> threads = new ArrayList<>();
        threads.add(started(Slow.Initialised::touch));
        Slow.BEGUN.await();
        threads.addAll(fill(Slow.OVER));
        for (int i = 0; i < PINNED; i++) {
            threads.add(VirtualThreads.start(Slow.Initialised::touch));
        }
        Thread.sleep(TimeUnit.NANOSECONDS.toMillis(FULL_NANOS));
        Slow.OVER.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return "all ended";
    }

    /** Waits until the process no longer starts or ends threads, such as those of a self-test. */
    private static void settle() throws InterruptedException {
        int before = 0;
        for (int same = 0; same < SETTLED_LOOKS;) {
            Thread.sleep(LOOK_MILLIS);
            int threads = new File("/proc/self/task").list().length;
            same = threads == before ? same + 1 : 0;
            before = threads;
        }
    }

    /** Returns whether the arena was striped while no thread could be started, and whether it was in the end. */
    public static String contend() throws InterruptedException {
        // Starts the threads that this program itself needs.
        VirtualThreads.runPinned(1);
        settle();
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
        } catch (OutOfMemoryError limit) {
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
