package dev.slipstream.runtime.pinning;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * The maximum number of carriers of the JDK's scheduler, which can be changed while the scheduler works, and changed back.
 *
 * <p>A pool keeps it as the number of its spare workers, those beyond its parallelism, in some bits of a field that never changes
 * otherwise. Two pools that differ in nothing else tell which bits these are. So this class knows no release of the JDK, and nothing is
 * changed where it cannot be told.
 *
 * <p>Memory: only this class writes the field, by a compare-and-set that keeps the other bits. The pool reads it without ordering, once
 * for each decision about a spare worker. It finds the old maximum or the new one, and either decision is valid: one worker too few is
 * asked for again at the next look, one too many is below the new maximum. The thread that the caller starts or unparks afterwards finds
 * the new maximum, and so do the workers that this thread adds, which the pool starts.
 *
 * <p>Not safe for concurrent use.
 */
final class Maximum {
    /** Names of the field in different releases. */
    private static final String[] FIELDS = {"bounds", "config"};

    /** More spare workers than any pool may have need no more bits. */
    private static final int MOST = Short.MAX_VALUE;

    private final Scheduler scheduler;
    private final ForkJoinPool pool;
    private long offset = -1;
    private int shift;

    /** The number of spare workers before the change. */
    private int before;

    Maximum(Scheduler scheduler) {
        this.scheduler = scheduler;
        pool = scheduler.pool();
        ForkJoinPool none = probe(0);
        ForkJoinPool most = probe(MOST);
        for (String field : FIELDS) {
            long at = scheduler.offsetOfLong(field);
            if (at >= 0) {
                long bits = scheduler.word(none, at) ^ scheduler.word(most, at);
                int lowest = Long.numberOfTrailingZeros(bits);
                if (bits != 0 && bits >>> lowest == MOST && spares(scheduler.word(none, at), lowest) == 0) {
                    offset = at;
                    shift = lowest;
                }
            }
        }
        none.shutdown();
        most.shutdown();
    }

    /** Returns a pool that starts no worker. */
    private static ForkJoinPool probe(int spares) {
        return new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true, 0, 1 + spares, 1, null, 1,
                TimeUnit.SECONDS);
    }

    private static int spares(long word, int shift) {
        return (int) (word >>> shift) & MOST;
    }

    /** Returns the maximum in force, or 0 if it is unknown. */
    int carriers() {
        return offset < 0 ? 0 : spares(scheduler.word(pool, offset), shift) + pool.getParallelism();
    }

    /** Sets the maximum, which must be known, to a number that is at least the parallelism. */
    void set(int carriers) {
        before = replace(Math.max(0, Math.min(carriers - pool.getParallelism(), MOST)));
    }

    /** Restores the maximum from before {@link #set}, which must have been called once. */
    void restore() {
        replace(before);
    }

    private int replace(int spares) {
        while (true) {
            long word = scheduler.word(pool, offset);
            long next = (word & ~((long) MOST << shift)) | (long) spares << shift;
            if (scheduler.replaceWord(word, next, offset)) {
                return spares(word, shift);
            }
        }
    }
}
