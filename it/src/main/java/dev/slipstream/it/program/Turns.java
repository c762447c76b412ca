package dev.slipstream.it.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;

/**
 * A thread that does by turns what costs and what does not, and knows what each took of the processors. The turns are of several
 * lengths, so that nobody who looks once in a while always sees the same.
 */
final class Turns extends Thread {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SHORTEST_NANOS = 500_000;
    private static final long LONGEST_NANOS = 3_000_000;

    private final Runnable costs;
    private final double part;
    private final SplittableRandom random = new SplittableRandom(1);
    private volatile long paid;
    private volatile long all;

    /**
     * Not started yet.
     *
     * @param costs a piece of work, of some microseconds; null for a thread that pays nothing
     * @param part how much of its time the thread is to spend there, about
     */
    Turns(String name, Runnable costs, double part) {
        super(name);
        this.costs = costs;
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
                turn(costs, (long) (length * part));
                long now = THREADS.getCurrentThreadCpuTime();
                paid += now - at;
                at = now;
            }
            turn(computing, (long) (length * (1 - part)));
            at = THREADS.getCurrentThreadCpuTime();
            all = at - begin;
        }
    }

    private static void turn(Runnable work, long nanos) {
        long end = System.nanoTime() + nanos;
        do {
            work.run();
        } while (System.nanoTime() - end < 0);
    }

    /** How much processor time it has paid so far, in nanoseconds. */
    long paid() {
        return paid;
    }

    /** How much processor time it has taken in all, in nanoseconds. */
    long all() {
        return all;
    }

    /** Some microseconds of arithmetic, without an allocation or a system call. */
    static final class Computing implements Runnable {
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
