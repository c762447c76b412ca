package dev.slipstream.stress;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What is counted, in place of memory: notices whether it is used after it was freed, or freed more than once. */
public final class Memory implements Runnable {
    private static final int SPINS = 8;
    private static final int TRIES = 1_000_000;

    private final AtomicInteger frees = new AtomicInteger();
    private volatile boolean late;

    /**
     * Something that frees this, already on stripes.
     *
     * @throws IllegalStateException if it cannot be put there: then what is claimed to be tested would not be
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

    /** Takes a while, and it must not be freed meanwhile. */
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

    /** How often it was freed, and whether it was used afterwards. */
    String end() {
        return "freed " + frees.get() + (late ? " and used afterwards" : "");
    }

    /** How many users there are, what a close says once they have ended, and what became of it. */
    String end(Counted counted) {
        long users = counted.close();
        for (long left = users; left > 0; left--) {
            counted.release();
        }
        return users + " " + counted.close() + " " + end();
    }

    /** So that the two actors meet in every way. */
    static void dawdle() {
        dawdle(32);
    }

    /** @param most so many turns, less one */
    public static void dawdle(int most) {
        for (int spins = ThreadLocalRandom.current().nextInt(most); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
