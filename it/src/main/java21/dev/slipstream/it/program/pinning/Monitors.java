package dev.slipstream.it.program.pinning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/** Checks that monitors keep their meaning while virtual threads park inside them: mutual exclusion, and wait and notify. */
public final class Monitors {
    private static final int THREADS = 2_000;
    private static final int ROUNDS = 5;
    private static final int PRODUCERS = 20;
    private static final int ITEMS = 500;
    private static final int CAPACITY = 3;

    private static int counter;
    private static int inside;

    private static final Object MONITOR = new Object();

    private Monitors() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        exclude();
        handOver();
        System.out.println("PASS");
    }

    private static void exclude() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    synchronized (MONITOR) {
                        check(inside++ == 0, "two threads in one monitor");
                        int read = counter;
                        if (round == 0) {
                            LockSupport.parkNanos(1_000);
                        }
                        counter = read + 1;
                        inside--;
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        check(counter == THREADS * ROUNDS, "the counter is " + counter);
    }

    private static void handOver() throws InterruptedException {
        Queue<int[]> queue = new ArrayDeque<>();
        int[] latest = new int[PRODUCERS];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            int producer = i;
            threads.add(Thread.startVirtualThread(() -> {
                for (int item = 1; item <= ITEMS; item++) {
                    put(queue, new int[] {producer, item});
                }
            }));
            threads.add(Thread.startVirtualThread(() -> {
                for (int item = 0; item < ITEMS; item++) {
                    take(queue, latest);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int item : latest) {
            check(item == ITEMS, "the last item was " + item);
        }
    }

    private static void put(Queue<int[]> queue, int[] item) {
        synchronized (queue) {
            while (queue.size() == CAPACITY) {
                waitFor(queue);
            }
            queue.add(item);
            queue.notifyAll();
        }
    }

    /** Checks under the monitor, so that each producer's items arrive in order. */
    private static void take(Queue<int[]> queue, int[] latest) {
        synchronized (queue) {
            while (queue.isEmpty()) {
                waitFor(queue);
            }
            int[] item = queue.remove();
            check(latest[item[0]]++ == item[1] - 1, "out of order");
            queue.notifyAll();
        }
    }

    @SuppressWarnings("WaitNotInLoop")
    private static void waitFor(Object monitor) {
        try {
            monitor.wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            System.out.println("WRONG: " + otherwise);
            System.exit(1);
        }
    }
}
