package dev.slipstream.lab.experiment.priority;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * Copying between arrays larger than the caches: both threads compete for memory bandwidth, which the kernel's scheduler does not
 * allocate.
 */
public class Copying extends Contest {
    private static final int WINDOW = 1 << 20;

    /** Four such arrays exceed most caches. */
    private static final int SIZE = 64 * WINDOW;

    private final Copier own = new Copier();

    private static final class Copier {
        private final byte[] from = new byte[SIZE];
        private final byte[] to = new byte[SIZE];
        private int at;

        Copier() {
            // Touches every page: untouched ones would all map to the kernel's single zero page.
            for (int i = 0; i < SIZE; i += 512) {
                from[i] = (byte) i;
                to[i] = 1;
            }
        }

        void copy() {
            System.arraycopy(from, at, to, at, WINDOW);
            at = (at + WINDOW) % SIZE;
        }
    }

    /** Copies 1 MiB. */
    @Benchmark
    public void run() {
        own.copy();
    }

    @Override
    Runnable rivalsWork() {
        return new Copier()::copy;
    }
}
