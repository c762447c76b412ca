package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.arenas.StripedLifetime;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.StampedLock;

/**
 * Lifetime of a resource, which counts its users and cannot be closed while it has any. Thread-safe. Its implementations are the
 * library's and other ways to count users, for comparison. Each is correct, and as fast as its design allows.
 */
interface Lifetime {
    /**
     * Counts another user.
     *
     * @throws IllegalStateException if it is closed
     */
    void acquire();

    /**
     * Removes a user, on any thread.
     *
     * @throws IllegalStateException if there is no user; not every implementation detects this
     */
    void release();

    /**
     * Closes the resource, once.
     *
     * @throws IllegalStateException if it has users, or is already closed
     */
    void close();

    /**
     * One counter, updated by compare-and-set, as in the JDK's shared arenas. Exact and simple; but each user takes the counter's
     * cache line away from the others, and a failed compare-and-set must be retried.
     */
    final class CasLifetime implements Lifetime {
        private static final int CLOSED = -1;

        private final AtomicInteger users = new AtomicInteger();

        @Override
        public void acquire() {
            int seen;
            do {
                seen = users.get();
                if (seen == CLOSED) {
                    throw new IllegalStateException("already closed");
                }
                if (seen == Integer.MAX_VALUE) {
                    throw new IllegalStateException("too many users");
                }
            } while (!users.compareAndSet(seen, seen + 1));
        }

        @Override
        public void release() {
            int seen;
            do {
                seen = users.get();
                if (seen <= 0) {
                    throw new IllegalStateException("released, but not acquired");
                }
            } while (!users.compareAndSet(seen, seen - 1));
        }

        @Override
        public void close() {
            int seen = users.compareAndExchange(0, CLOSED);
            if (seen != 0) {
                throw new IllegalStateException(seen == CLOSED ? "already closed" : "acquired by " + seen);
            }
        }
    }

    /**
     * One {@link LongAdder} each for acquires and releases, the obvious way to make a counter scale. An adder's sum is not a
     * snapshot, so a lifetime needs more:
     *
     * <ul>
     * <li><i>A second check.</i> A user may arrive while the closer sums up. So the closer first announces that it is closing. A
     * user, once counted, checks for a closer; if there is one, the user backs out, and waits for the closer's outcome.
     * <li><i>A fence.</i> An adder's increment is a compare-and-set with release semantics only, which need not take effect before
     * the check that follows it. With a fence on both sides, either the user sees the closer, or the closer counts the user.
     * <li><i>Two adders, and the releases first.</i> With one adder, a user that arrives and backs out during the sum, on two
     * cells, may count as minus one, and hide another user that is present. With two adders, each release in the sum has its
     * acquire summed afterwards; so if both sums are equal, every acquire has been released.
     * </ul>
     *
     * <p>The closer may fail because of users that are just backing out, and a surplus release is not detected.
     */
    final class LongAdderLifetime implements Lifetime {
        private static final int OPEN = 0;
        private static final int CLOSING = 1;
        private static final int CLOSED = 2;

        private final AtomicInteger state = new AtomicInteger(OPEN);
        private final LongAdder acquired = new LongAdder();
        private final LongAdder released = new LongAdder();

        @Override
        public void acquire() {
            while (true) {
                acquired.increment();
                VarHandle.fullFence();
                int seen = state.get();
                if (seen == OPEN) {
                    return;
                }
                released.increment();
                while (seen == CLOSING) {
                    Thread.onSpinWait();
                    seen = state.get();
                }
                if (seen == CLOSED) {
                    throw new IllegalStateException("already closed");
                }
            }
        }

        @Override
        public void release() {
            released.increment();
        }

        @Override
        public void close() {
            while (!state.compareAndSet(OPEN, CLOSING)) {
                if (state.get() == CLOSED) {
                    throw new IllegalStateException("already closed");
                }
                Thread.onSpinWait();
            }
            VarHandle.fullFence();
            long ended = released.sum();
            long users = acquired.sum() - ended;
            state.set(users == 0 ? CLOSED : OPEN);
            if (users != 0) {
                throw new IllegalStateException("acquired by " + users);
            }
        }
    }

    /**
     * Lifetime in which each user holds a read lock; the closer takes the write lock and never releases it. Little code; but the
     * lock counts its readers in one word, so it scales no better than a counter. Never blocks, since read locks are refused only
     * when it is closed.
     */
    final class StampedLockLifetime implements Lifetime {
        private final StampedLock lock = new StampedLock();

        @Override
        public void acquire() {
            if (lock.tryReadLock() == 0) {
                throw new IllegalStateException("already closed");
            }
        }

        @Override
        public void release() {
            if (!lock.tryUnlockRead()) {
                throw new IllegalStateException("released, but not acquired");
            }
        }

        @Override
        public void close() {
            while (lock.tryWriteLock() == 0) {
                if (lock.isWriteLocked()) {
                    throw new IllegalStateException("already closed");
                }
                int users = lock.getReadLockCount();
                if (users > 0) {
                    throw new IllegalStateException("acquired by " + users);
                }
            }
        }
    }

    /** The library's lifetime: one counter until threads contend for it, then stripes. */
    final class LibraryLifetime implements Lifetime {
        private final StripedLifetime lifetime = new StripedLifetime();

        @Override
        public void acquire() {
            lifetime.acquire();
        }

        @Override
        public void release() {
            lifetime.release();
        }

        @Override
        public void close() {
            lifetime.close();
        }
    }
}
