package dev.slipstream.stress.arenas;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Stand-in for memory that detects use after free and double free. */
public final class Memory implements Runnable {
    private static final int SPINS = 8;
    private static final int TRIES = 1_000_000;

    private final AtomicInteger frees = new AtomicInteger();
    private volatile boolean late;

    /**
     * Returns a counted resource on stripes that frees this memory.
     *
     * @throws IllegalStateException if it cannot be put on stripes; the test would then test something else
     */
    Counted onStripes(Function<Runnable, Counted> kind) {
        Counted counted = kind.apply(this);
        stripe(counted);
        return counted;
    }

    static void stripe(Counted counted) {
        for (int i = 0; !counted.stripe(); i++) {
            if (i == TRIES) {
                throw new IllegalStateException("not on stripes");
            }
            Thread.onSpinWait();
        }
    }

    /** Uses the memory for a while, during which it must not be freed. */
    void use() {
        for (int i = 0; i < SPINS; i++) {
            late |= frees.get() > 0;
            Thread.onSpinWait();
        }
    }

    /** Frees it. */
    @Override
    public void run() {
        frees.getAndIncrement();
    }

    /** Returns how often the memory was freed, and whether it was used afterwards. */
    String end() {
        return "freed " + frees.get() + (late ? " and used afterwards" : "");
    }

    /** Returns the number of users, the result of a close after their release, and the state of the memory. */
    String end(Counted counted) {
        long users = counted.close();
        for (long left = users; left > 0; left--) {
            counted.release();
        }
        return users + " " + counted.close() + " " + end();
    }
}
