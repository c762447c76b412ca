package dev.slipstream.lab.experiment.priority;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/** Nothing but computing. On a shared processor the kernel decides who gets it, on one each there is nothing to decide. */
public class Computing extends Contest {
    /** Some 40 us. */
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
