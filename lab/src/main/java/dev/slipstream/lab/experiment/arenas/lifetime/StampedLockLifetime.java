package dev.slipstream.lab.experiment.arenas.lifetime;

import java.util.concurrent.locks.StampedLock;

/**
 * Lifetime in which each user holds a read lock; the closer takes the write lock and never releases it. Little code; but the lock
 * counts its readers in one word, so it scales no better than a counter. Never blocks, since read locks are refused only when it is
 * closed.
 */
public final class StampedLockLifetime implements Lifetime {
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
