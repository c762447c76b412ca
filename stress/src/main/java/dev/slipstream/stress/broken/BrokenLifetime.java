package dev.slipstream.stress.broken;

import dev.slipstream.stress.Counted;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** A lifetime on stripes that is right, for others to change one step of it. */
abstract class BrokenLifetime implements Counted {
    static final long SEALED = Long.MIN_VALUE / 2;

    /** What the state is while one thread closes. */
    static final int BUSY = 1;
    static final int OPEN = 0;
    static final int CLOSED = -1;

    private static final int COUNT = 4;

    final AtomicLongArray stripes = new AtomicLongArray(COUNT);
    final AtomicInteger state = new AtomicInteger(OPEN);
    private final Runnable free;

    BrokenLifetime(Runnable free) {
        this.free = free;
    }

    static int ofThisThread() {
        return (int) Thread.currentThread().threadId() & COUNT - 1;
    }

    /** @return false if the stripe is sealed */
    boolean add(long users) {
        return stripes.getAndAdd(ofThisThread(), users) > SEALED / 2;
    }

    /** Seals all stripes, and returns what they held. */
    long sum() {
        long users = 0;
        for (int i = 0; i < COUNT; i++) {
            users += stripes.getAndSet(i, SEALED);
        }
        return users;
    }

    /** Goes on as if nobody had closed. */
    void restore(long users) {
        stripes.set(0, users);
        for (int i = 1; i < COUNT; i++) {
            stripes.set(i, 0);
        }
        state.set(OPEN);
    }

    @Override
    public boolean acquire() {
        while (!add(1)) {
            if (state.get() == CLOSED) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    @Override
    public final void release() {
        // Of a user that should have kept it from being closed: what is broken must not hang.
        while (!add(-1) && state.get() != CLOSED) {
            Thread.onSpinWait();
        }
    }

    @Override
    public final long close() {
        while (!state.compareAndSet(OPEN, BUSY)) {
            if (state.get() == CLOSED) {
                return CLOSED_BEFORE;
            }
            Thread.onSpinWait();
        }
        long users = sum();
        if (users == 0) {
            state.set(CLOSED);
            free.run();
        } else {
            restore(users);
        }
        return users;
    }

    @Override
    public boolean stripe() {
        return true;
    }
}
