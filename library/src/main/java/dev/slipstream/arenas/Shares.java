package dev.slipstream.arenas;

import dev.slipstream.runtime.arenas.Stripes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the shares in one resource. A fixed number of shares can be taken, and each is given back once. When none is available
 * and all that were taken are back, the resource is freed: once, by the thread that gives back the last share or that
 * {@linkplain #end ends} the shares when none is out. Safe for use by any number of threads.
 */
// One word holds the state: the upper half counts the shares that can still be taken, the lower half those that are out. Every
// step changes the whole word at once. So at no moment is a share taken but not yet counted as out, which a thread that gives
// back a share would miss.
//
// Argument. Only a step to 0 frees. At 0 nothing can be taken and nothing is out. It is reached by giving back the last share,
// or by the end when none is out. The only step that leads away from 0 is that of a refused free: it restores the word from
// which the step to 0 began. Until then the word is 0, and no other thread changes it.
//
// Not on stripes: stripes help if many threads add and few read the sum. Here every thread reads it, both to take and to give
// back.
//
// Happens-before: every step is an atomic update of the same word, so all actions with a share come before the freeing.
final class Shares {
    private static final long TO_BE_HAD = 1L << 32;
    private static final long OUT = TO_BE_HAD - 1;
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Shares.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Runnable free;
    private volatile long word;

    /**
     * Creates the shares; all can be taken.
     *
     * @param count number of shares, at least 1
     * @param free frees the resource; if it throws, the next attempt to free calls it again
     */
    Shares(int count, Runnable free) {
        this.free = free;
        word = count * TO_BE_HAD;
    }

    /**
     * Takes a share.
     *
     * @return false if none is available
     */
    boolean take() {
        while (true) {
            long seen = word;
            if (seen < TO_BE_HAD) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, seen - TO_BE_HAD + 1)) {
                return true;
            }
        }
    }

    /**
     * Gives back a share, and frees the resource if it was the last. If freeing throws, the exception propagates and the share
     * is still out.
     *
     * @throws IllegalStateException if none is out
     */
    void giveBack() {
        while (true) {
            long seen = word;
            if ((seen & OUT) == 0) {
                throw new IllegalStateException("given back, but not taken");
            }
            if (seen == 1) {
                // A stack overflow must occur here, before the last share is back, and not between that and the freeing.
                Stripes.needStack();
            }
            if (WORD.compareAndSet(this, seen, seen - 1)) {
                if (seen == 1) {
                    free(seen);
                }
                return;
            }
        }
    }

    /**
     * Stops further takes, and frees the resource if no share is out. If freeing throws, the exception propagates and as many
     * shares are available as before. Does nothing if none is available. For use by one thread at a time.
     */
    void end() {
        long seen = word;
        while (seen >= TO_BE_HAD) {
            if (WORD.compareAndSet(this, seen, seen & OUT)) {
                if ((seen & OUT) == 0) {
                    free(seen);
                }
                return;
            }
            seen = word;
        }
    }

    private void free(long before) {
        boolean freed = false;
        try {
            free.run();
            freed = true;
        } finally {
            // No calls here: there may be no stack left for them.
            if (!freed) {
                word = before;
            }
        }
    }
}
