package dev.slipstream.lab.experiment.priority;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/** Pure computation. The kernel's scheduler divides a shared processor; with a processor each there is nothing to divide. */
public class Computing extends Contest {
    /** About 40 us of work. */
    private static final long TOKENS = 20_000;

    /** Computes. */
    @Benchmark
    public void run() {
        Blackhole.consumeCPU(TOKENS);
    }

    @Override
    Runnable rivalsWork() {
        return this::run;
    }
}
