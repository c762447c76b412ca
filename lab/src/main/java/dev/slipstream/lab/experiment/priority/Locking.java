package dev.slipstream.lab.experiment.priority;

import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A lock that both want for nearly all of their time. It is a fair one, which both get in turn: with another it is chance who
 * gets it how often, and nothing can be told from two figures.
 */
public class Locking extends Contest {
    /** Most of a millisecond, beside which the way from one to the other is short. */
    private static final long TOKENS = 400_000;

    private final ReentrantLock lock = new ReentrantLock(true);

    /** Computes with the lock. */
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
