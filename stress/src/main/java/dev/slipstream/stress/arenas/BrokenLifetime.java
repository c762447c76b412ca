package dev.slipstream.stress.arenas;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Correct lifetime on stripes; each subclass changes one step. */
abstract class BrokenLifetime implements Counted {
    static final long SEALED = Long.MIN_VALUE / 2;

    /** State while one thread closes. */
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

    /** {@return false if the stripe is sealed} */
    boolean add(long users) {
        return stripes.getAndAdd(ofThisThread(), users) > SEALED / 2;
    }

    /** Seals all stripes, and returns their sum. */
    long sum() {
        long users = 0;
        for (int i = 0; i < COUNT; i++) {
            users += stripes.getAndSet(i, SEALED);
        }
        return users;
    }

    /** Reverts a refused close. */
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
        // In a broken variant the resource may be closed in use; the release must not hang then.
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

    /** The closer sums the stripes without sealing them, as {@code LongAdder.sum}: a user may add to one that it has passed. */
    static final class SumsUnsealed extends BrokenLifetime {
        SumsUnsealed(Runnable free) {
            super(free);
        }

        @Override
        long sum() {
            long users = 0;
            for (int i = 0; i < stripes.length(); i++) {
                users += stripes.get(i);
            }
            return users;
        }

        @Override
        void restore(long users) {
            state.set(OPEN);
        }

        @Override
        public boolean acquire() {
            return state.get() != CLOSED && add(1);
        }
    }

    /** A user checks that its stripe is not sealed and then adds to it: the stripe may be sealed in between. */
    static final class AddsToSealed extends BrokenLifetime {
        AddsToSealed(Runnable free) {
            super(free);
        }

        @Override
        boolean add(long users) {
            int stripe = ofThisThread();
            if (stripes.get(stripe) < 0) {
                return false;
            }
            stripes.getAndAdd(stripe, users);
            return true;
        }
    }

    /** A user that finds its stripe sealed fails at once, although the close may be refused. */
    static final class RefusesWhileSealed extends BrokenLifetime {
        RefusesWhileSealed(Runnable free) {
            super(free);
        }

        @Override
        public boolean acquire() {
            return add(1);
        }
    }

    /** A refused closer opens the stripes before it restores their counts; another thread may close in between. */
    static final class OpensBeforeRestoring extends BrokenLifetime {
        OpensBeforeRestoring(Runnable free) {
            super(free);
        }

        @Override
        void restore(long users) {
            super.restore(0);
            while (!add(users) && state.get() != CLOSED) {
                Thread.onSpinWait();
            }
        }
    }

    /** The switch reads the counter and loses users that are added before all threads see the stripes. */
    static final class SwitchDropsUsers extends BrokenLifetime {
        private final AtomicLong counter = new AtomicLong();
        private volatile boolean striped;

        SwitchDropsUsers(Runnable free) {
            super(free);
        }

        @Override
        boolean add(long users) {
            if (striped) {
                return super.add(users);
            }
            counter.getAndAdd(users);
            return true;
        }

        @Override
        public boolean stripe() {
            stripes.set(0, counter.get());
            striped = true;
            return true;
        }
    }
}
