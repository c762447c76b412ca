package dev.slipstream.arenas;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The shares in one resource. So many can be taken, each is given back once, and when none is to be had any more and all that
 * were taken are back, the resource is freed: once, and by the thread that gives back the last. For any number of threads.
 */
// One word says it all: how many shares can still be taken, in the upper half, and how many are out, in the lower one. Every
// step changes both halves at once. So there is no moment between taking a share and counting its owner, at which one who gives
// a share back would find neither.
//
// Argument. Only a step to 0 frees, and from 0 no step leads away but the one below: nothing can be taken, and nothing is out. It
// is reached by giving back the last share, or by the end when none is out. A free that is refused restores the word from which
// that step began; until then it is 0, and nobody else changes it.
//
// Not on stripes: those help where many come and go and nobody looks at the sum. Here everybody does, who takes as who gives
// back.
//
// Happens-before: every step is an atomic one of the same word, so what was done with a share comes before the freeing.
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
     * All of them.
     *
     * @param count how many, at least 1
     * @param free frees the resource; where it throws it is called again, by who tries again
     */
    Shares(int count, Runnable free) {
        this.free = free;
        word = count * TO_BE_HAD;
    }

    /** @return false if there are no more */
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
     * Gives back one that was taken. Frees the resource if it was the last; if that throws, it is thrown here, and the share is
     * still out.
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
                // Where the stack ends, it must end before the last share is back, and not between that and the freeing.
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
     * No more can be taken. Frees the resource if none is out; if that throws, it is thrown here, and there are as many as
     * before. Nothing happens if there are no more anyway. By one thread at a time.
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
            // Nothing is called here: there may be no stack left for it.
            if (!freed) {
                word = before;
            }
        }
    }
}
