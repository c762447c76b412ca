package dev.slipstream.arenas;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How long a resource lives that many threads use and one closes: a mapped file, a native handle. Users are counted, and a
 * resource in use is not freed. Unlike one counter for all, this does not become slower the more threads use it at the same
 * time.
 * <pre>{@code
 *     private final StripedLifetime lifetime = new StripedLifetime(() -> unmap(address));
 *
 *     byte get(long at) {
 *         lifetime.acquire();
 *         try { return read(address + at); } finally { lifetime.release(); }
 *     }
 * }</pre>
 *
 * <p>All methods may be called by any thread; a release may happen on another than the acquire. They neither lock nor park:
 * where a close looks at the users, which takes some microseconds, others wait for it, by spinning and then by {@link
 * Thread#yield}. All that users did before they released happens before the resource is freed.
 *
 * <p><b>Cost.</b> A lifetime begins with one counter, in an object of 32 bytes. Once two attempts in a row to acquire it have
 * met another thread's, it has stripes for the rest of its life: several for each processor, 2 KB on up to 4 processors, 33 KB
 * from 33 on. A lifetime that is closed has none. A close visits each of them.
 *
 * <p>A thread's stripe follows from {@link Thread#getId}. Platform threads that are started one after the other, as those of a
 * pool, have different ones. Virtual threads have numbers of their own, too, so with a short-lived one for each task the
 * stripes wander from processor to processor: users hardly get into each other's way, but each pays for fetching its stripe.
 *
 * <p><b>What is not noticed.</b> A release without an acquire is an error that throws as long as there is one counter and
 * nobody has acquired. If somebody has, it takes the place of their release, and the resource may be freed while they use it.
 * On stripes it never throws; {@link #close} does, if there are more releases than acquires at that time.
 */
// One word says it all; it changes by compare-and-set, except that who has made it BUSY is the only one to write it.
//
//   n, from 0 on    n users, on one counter
//   STRIPED         users are counted on stripes
//   BUSY            one thread makes the stripes, or seals or opens them; all others wait
//   CLOSED + n      closed, and n users are left
//
// Argument. Nothing leads from CLOSED + n to where users can come, and only CLOSED + 1, by the last release, or a step that
// finds no users leads to CLOSED: so it is reached once, and who reaches it frees the resource. On one counter the step to
// CLOSED + n begins from n, so no user is lost or comes later. On stripes the thread that has made the word BUSY seals them,
// and has the exact number of users at the moment at which the last is sealed (Stripes). If it writes CLOSED + n, the stripes
// stay sealed for ever; before it writes STRIPED, it opens them again, with the number found.
//
// Stripes are not replaced. So who adds to a stripe, however late, is counted, and need not look at the word afterwards; who
// finds it sealed, or no stripes, looks at the word.
//
// Happens-before: acquire, release, seal and every step of the word are volatile accesses or compare-and-sets. What a user did
// comes before its release, which comes before the sealing of that stripe or the next step of the word, which comes before the
// freeing. A closer that was refused has changed nothing for anybody.
public final class StripedLifetime implements AutoCloseable {
    private static final long STRIPED = -1;
    private static final long BUSY = -2;
    private static final long CLOSED = Long.MIN_VALUE;

    /** One failure may be chance; a second one, at once, is contention. */
    private static final int FAILURES = 2;

    private static final int SPINS_BEFORE_YIELD = 1_000;
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(StripedLifetime.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Runnable free;
    private volatile long word;

    /** Null before and after; written by who has made the word {@link #BUSY}. */
    private volatile long[] stripes;

    /** Of a resource that its closer frees, after {@link #close} has returned. */
    public StripedLifetime() {
        this(() -> { });
    }

    /**
     * Of a resource that is freed by the lifetime itself.
     *
     * @param free called once, without a user left, by who closes, or by the last user if it was {@linkplain #closeWhenUnused
     *         closed before}; what it throws is thrown there, and changes nothing about the lifetime
     */
    public StripedLifetime(Runnable free) {
        if (free == null) {
            throw new NullPointerException("free");
        }
        this.free = free;
    }

    /**
     * Counts another user.
     *
     * @throws IllegalStateException if the lifetime is closed
     */
    public void acquire() {
        if (!tryAcquire()) {
            throw alreadyClosed();
        }
    }

    /**
     * Counts another user, if the lifetime is not closed.
     *
     * @return whether it was counted, and must release
     */
    public boolean tryAcquire() {
        return addToStripes(1) || acquireByWord();
    }

    /**
     * A user has ended.
     *
     * @throws IllegalStateException if nobody has acquired, as far as that is noticed
     */
    public void release() {
        if (!addToStripes(-1)) {
            releaseByWord();
        }
    }

    /**
     * Closes the lifetime and frees the resource. While another thread does the same, and frees it, this may throw already.
     *
     * @throws IllegalStateException if somebody uses it, with their number, and nothing has changed; or if it was closed before
     */
    @Override
    public void close() {
        end(false);
    }

    /**
     * Lets no more users come. If there are none now, frees the resource; else the last to release will.
     *
     * @return whether it is freed
     * @throws IllegalStateException if the lifetime was closed before
     */
    public boolean closeWhenUnused() {
        return end(true);
    }

    /** Whether the lifetime is not closed: once false, for ever. */
    public boolean isAlive() {
        return !isClosed(word);
    }

    /** For tests. */
    boolean isStriped() {
        return stripes != null;
    }

    /** For tests; elsewhere contention does this. */
    void stripe() {
        stripe(word);
    }

    private static boolean isClosed(long word) {
        return word < BUSY;
    }

    private boolean addToStripes(int users) {
        long[] open = stripes;
        return open != null && Stripes.add(open, Thread.currentThread().getId(), users);
    }

    private boolean acquireByWord() {
        int failures = 0;
        for (int turn = 0;; turn++) {
            long seen = word;
            if (isClosed(seen)) {
                return false;
            }
            if (seen >= 0) {
                if (WORD.compareAndSet(this, seen, seen + 1)) {
                    return true;
                }
                if (++failures >= FAILURES) {
                    stripe(word);
                }
            } else if (seen == STRIPED && addToStripes(1)) {
                return true;
            } else {
                pause(turn);
            }
        }
    }

    private void releaseByWord() {
        for (int turn = 0;; turn++) {
            long seen = word;
            if (seen == 0 || seen == CLOSED) {
                throw new IllegalStateException("released, but not acquired");
            }
            if (seen > 0 || isClosed(seen)) {
                if (WORD.compareAndSet(this, seen, seen - 1)) {
                    if (seen - 1 == CLOSED) {
                        free.run();
                    }
                    return;
                }
            } else if (seen == STRIPED && addToStripes(-1)) {
                return;
            } else {
                pause(turn);
            }
        }
    }

    /** Does nothing if the word is another by now, or there are stripes already. */
    private void stripe(long users) {
        if (users >= 0 && WORD.compareAndSet(this, users, BUSY)) {
            long next = users;
            try {
                long[] made = Stripes.sealed();
                Stripes.open(made, users);
                stripes = made;
                next = STRIPED;
            } finally {
                word = next;
            }
        }
    }

    private boolean end(boolean inUse) {
        for (int turn = 0;; turn++) {
            long seen = word;
            if (isClosed(seen)) {
                throw alreadyClosed();
            }
            if (seen == STRIPED) {
                Stripes.needStack();
                if (WORD.compareAndSet(this, STRIPED, BUSY)) {
                    return freeIfUnused(endStriped(inUse));
                }
            } else if (seen == BUSY) {
                pause(turn);
            } else if (seen > 0 && !inUse) {
                throw acquired(seen);
            } else if (WORD.compareAndSet(this, seen, CLOSED + seen)) {
                return freeIfUnused(seen);
            }
        }
    }

    private long endStriped(boolean inUse) {
        long[] open = stripes;
        long users = Stripes.seal(open);
        if (users == 0 || users > 0 && inUse) {
            stripes = null;
            word = CLOSED + users;
            return users;
        }
        Stripes.open(open, users);
        word = STRIPED;
        throw acquired(users);
    }

    private boolean freeIfUnused(long users) {
        if (users == 0) {
            free.run();
        }
        return users == 0;
    }

    private static void pause(int turn) {
        if (turn < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    private static IllegalStateException alreadyClosed() {
        return new IllegalStateException("already closed");
    }

    private static IllegalStateException acquired(long users) {
        return new IllegalStateException(users < 0
                ? "released " + -users + " times more than acquired"
                : "acquired by " + users + (users == 1 ? " user" : " users"));
    }
}
