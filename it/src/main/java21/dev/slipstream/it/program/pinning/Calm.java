package dev.slipstream.it.program.pinning;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;

/** JVMs that do not hang for want of carriers, though they look like it. Each prints {@code ready} and then goes on for ever. */
public final class Calm {
    private static final long OFTEN_MILLIS = 2_500;
    private static final long SELDOM_MILLIS = 500;
    private static final long FED_MILLIS = 50;

    private Calm() {}

    private enum Kind {
        /** A hundred virtual threads, all of which are parked. */
        IDLE,
        /** All threads of a pool of platform threads wait for what only the pool could do. */
        POOL,
        /** One virtual thread holds one of eight carriers, waiting for a connection. */
        ACCEPT,
        /** As many virtual threads as carriers handle ten messages a second, while each holds a monitor. */
        FEED,
        /** As many virtual threads as carriers compute. */
        COMPUTE,
        /** A virtual thread sleeps while it holds a monitor, and does so again and again. */
        SLEEPS,
        /** Virtual threads wait for a permit that none of them gives back: a pool that is used within its use. */
        NESTED,
        /** Two platform threads enter each other's monitor. */
        DEADLOCK
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        switch (Kind.valueOf(args[0].toUpperCase(Locale.ROOT))) {
            case IDLE -> start(100, Calm::forEver);
            case POOL -> pool();
            case ACCEPT -> accept();
            case FEED -> feed();
            case COMPUTE -> start(Integer.getInteger("jdk.virtualThreadScheduler.parallelism"), Calm::compute);
            case SLEEPS -> start(1, Calm::sleepAgainAndAgain);
            case NESTED -> {
                Pool pool = new Pool();
                start(4, () -> pool.with(() -> new Request(pool).answer()));
            }
            case DEADLOCK -> deadlock();
        }
        Thread.sleep(SELDOM_MILLIS);
        System.out.println("ready");
        forEver();
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void start(int threads, Work work) {
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().start(() -> run(work));
        }
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void forEver() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private static void pool() {
        var pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            pool.submit(() -> pool.submit(() -> {}).get());
        }
    }

    private static void accept() throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        start(10, Calm::forEver);
        Thread.sleep(SELDOM_MILLIS);
        start(1, () -> {
            synchronized (server) {
                server.accept();
            }
        });
    }

    private static void feed() {
        SynchronousQueue<Integer> messages = new SynchronousQueue<>();
        start(Integer.getInteger("jdk.virtualThreadScheduler.parallelism"), () -> {
            synchronized (new Object()) {
                while (messages.take() >= 0) {
                    Thread.onSpinWait();
                }
            }
        });
        new Thread(() -> run(() -> {
            for (int i = 0; true; i++) {
                messages.put(i);
                Thread.sleep(FED_MILLIS);
            }
        })).start();
    }

    private static void compute() {
        for (long i = 1; i != 0; i++) {
            Thread.onSpinWait();
        }
    }

    private static void sleepAgainAndAgain() throws InterruptedException {
        while (true) {
            synchronized (new Object()) {
                Thread.sleep(OFTEN_MILLIS);
            }
            Thread.sleep(SELDOM_MILLIS);
        }
    }

    private static void deadlock() {
        Object left = new Object();
        Object right = new Object();
        CountDownLatch both = new CountDownLatch(2);
        new Thread(() -> run(() -> enter(left, right, both)), "lefty").start();
        new Thread(() -> run(() -> enter(right, left, both)), "righty").start();
    }

    private static void enter(Object first, Object second, CountDownLatch both) throws InterruptedException {
        synchronized (first) {
            both.countDown();
            both.await();
            synchronized (second) {
                throw new IllegalStateException("no deadlock");
            }
        }
    }

    /** A pool of two. */
    private static final class Pool {
        private final Semaphore permits = new Semaphore(2);

        void with(Work work) throws Exception {
            permits.acquire();
            try {
                Thread.sleep(SELDOM_MILLIS / 10);
                work.run();
            } finally {
                permits.release();
            }
        }
    }

    /** A request that needs the pool twice. */
    private record Request(Pool pool) {
        void answer() throws Exception {
            pool.with(() -> {});
        }
    }
}
