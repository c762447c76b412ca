package dev.slipstream.lab.experiment.arenas.lifetime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * One counter, updated by compare-and-set, as in the JDK's shared arenas. Exact and simple; but each user takes the counter's
 * cache line away from the others, and a failed compare-and-set must be retried.
 */
public final class CasLifetime implements Lifetime {
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
