package dev.slipstream.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A stripe with two users, whose owner counts its releases beside it, step by step as in the agent's {@code Releases}; and how it
 * is put back on one counter. In the agent, who owns a stripe, and when all are put back, is not a test's to choose.
 */
public class OwnedStripe {
    private static final long SEALED = Long.MIN_VALUE / 2;
    private static final long OPEN = 0;
    private static final long ASKING = 1;
    private static final long NONE_COUNTED = 2;
    private static final int STRIPED = -1;
    private static final int BUSY = -2;
    private static final int USERS = 2;
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(OwnedStripe.class, "number", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AtomicInteger word = new AtomicInteger(STRIPED);
    private final AtomicLong stripe = new AtomicLong(USERS);
    private volatile long mark;
    private long number;

    /** A user leaves, who owns the stripe. */
    public final void releaseAsOwner() {
        while (!releaseByWord() && !(word.get() == STRIPED && countBeside())) {
            Thread.onSpinWait();
        }
    }

    /** A user leaves, on another thread. */
    public final void releaseAsOther() {
        while (!releaseByWord() && !(word.get() == STRIPED && countOnStripe())) {
            Thread.onSpinWait();
        }
    }

    private boolean releaseByWord() {
        int users = word.get();
        return users > 0 && word.compareAndSet(users, users - 1);
    }

    /** What others do. */
    protected boolean countOnStripe() {
        return stripe.getAndAdd(-1) > SEALED / 2;
    }

    /** What the owner does. */
    protected final boolean countBeside() {
        long next = number + 1;
        NUMBER.setRelease(this, next);
        // For the compiler: the mark is read after that.
        VarHandle.storeStoreFence();
        return mark == OPEN || isCounted(next);
    }

    /** Whether a release that may have come too late has not. */
    protected boolean isCounted(long next) {
        while (mark == ASKING) {
            Thread.onSpinWait();
        }
        return mark - NONE_COUNTED >= next;
    }

    /** Back on one counter. */
    public final void fold() {
        Memory.dawdle();
        mark = ASKING;
        handshake();
        word.set(BUSY);
        long counted = (long) NUMBER.getAcquire(this);
        Memory.dawdle(2);
        mark = NONE_COUNTED + counted;
        word.set((int) (stripe.getAndSet(SEALED) - counted));
    }

    /** All threads come to a safepoint, which orders their memory accesses as a handshake of each does. */
    protected void handshake() {
        Thread.getAllStackTraces();
    }

    /** How many users are left. */
    public final int users() {
        return word.get() == STRIPED ? (int) (stripe.get() - number) : word.get();
    }
}
