package dev.slipstream.lab.experiment.priority;

import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A lock that both threads hold or wait for nearly all the time. It is fair, so both get it in turn. With an unfair lock, each
 * thread's share would depend on chance, and the two figures would show nothing.
 */
public class Locking extends Contest {
    /** Most of a millisecond of work, so that the hand-over time is small in comparison. */
    private static final long TOKENS = 400_000;

    private final ReentrantLock lock = new ReentrantLock(true);

    /** Computes while holding the lock. */
    @Benchmark
    public void run() {
        lock.lock();
        try {
            Blackhole.consumeCPU(TOKENS);
        } finally {
            lock.unlock();
        }
    }

    @Override
    Runnable rivalsWork() {
        return this::run;
    }
}
