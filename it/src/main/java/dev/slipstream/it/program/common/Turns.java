package dev.slipstream.it.program.common;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;

/**
 * Thread that alternates between costly and other work, and knows the processor time of each. The turns have several lengths, so
 * that periodic sampling cannot coincide with one kind, and differ between threads, so that their turns are independent.
 */
public final class Turns extends Thread {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SHORTEST_NANOS = 500_000;
    private static final long LONGEST_NANOS = 3_000_000;

    private final Runnable costs;
    private final double part;
    private final SplittableRandom random;
    private volatile long paid;
    private volatile long all;
    private volatile long runs;

    /**
     * Creates a thread without starting it.
     *
     * @param name the thread's name, which selects the lengths of its turns
     * @param costs a piece of costly work of some microseconds, or null for a thread that pays nothing
     * @param part the approximate fraction of the time for the costly work
     */
    public Turns(String name, Runnable costs, double part) {
        super(name);
        this.costs = costs;
        random = new SplittableRandom(name.hashCode());
        this.part = costs == null ? 0 : part;
        setDaemon(true);
    }

    @Override
    public void run() {
        Computing computing = new Computing();
        long begin = THREADS.getCurrentThreadCpuTime();
        long at = begin;
        while (true) {
            long length = random.nextLong(SHORTEST_NANOS, LONGEST_NANOS);
            if (part > 0) {
                runs += turn(costs, (long) (length * part));
                long now = THREADS.getCurrentThreadCpuTime();
                paid += now - at;
                at = now;
            }
            turn(computing, (long) (length * (1 - part)));
            at = THREADS.getCurrentThreadCpuTime();
            all = at - begin;
        }
    }

    private static int turn(Runnable work, long nanos) {
        long end = System.nanoTime() + nanos;
        int runs = 0;
        do {
            work.run();
            runs++;
        } while (System.nanoTime() - end < 0);
        return runs;
    }

    /** Returns the processor time of the costly work so far, in nanoseconds. */
    public long paid() {
        return paid;
    }

    /** Returns how often the costly work ran so far. */
    public long runs() {
        return runs;
    }

    /** Returns the processor time of all work so far, in nanoseconds. */
    public long all() {
        return all;
    }

    /** Arithmetic of some microseconds, without allocations or system calls. */
    public static final class Computing implements Runnable {
        private static final int ROUNDS = 2_000;
        private long state = System.nanoTime();

        @Override
        public void run() {
            long x = state;
            for (int i = 0; i < ROUNDS; i++) {
                x = (x ^ x >>> 29) * 0xbf58476d1ce4e5b9L;
            }
            state = x;
        }
    }
}
