package dev.slipstream.lab.experiment.priority;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * Copying memory, from more than the caches hold to as much: both wait for the same bandwidth, of which the kernel's scheduler
 * knows nothing.
 */
public class Copying extends Contest {
    private static final int WINDOW = 1 << 20;

    /** Four such arrays are beyond most caches. */
    private static final int SIZE = 64 * WINDOW;

    private final Copier own = new Copier();

    private static final class Copier {
        private final byte[] from = new byte[SIZE];
        private final byte[] to = new byte[SIZE];
        private int at;

        Copier() {
            // Else all pages would be the same one, full of zeros.
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
