package dev.slipstream.arenas;

import dev.slipstream.runtime.arenas.Stripes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The lifetime of a resource that many threads use and one closes: a mapped file, a native handle. Users are counted, and a
 * resource in use is not freed. Unlike a single counter, this does not become slower as more threads use it at the same time.
 * <pre>{@code
 *     private final StripedLifetime lifetime = new StripedLifetime(() -> unmap(address));
 *
 *     byte get(long at) {
 *         lifetime.acquire();
 *         try { return read(address + at); } finally { lifetime.release(); }
 *     }
 * }</pre>
 *
 * <p>All methods may be called by any thread; a release may happen on a different thread than the acquire. They neither lock
 * nor park. While a close counts the users, which takes some microseconds, other threads wait for it by spinning and then by
 * {@link Thread#yield}. All actions of a user before its release happen before the resource is freed.
 *
 * <p><b>Cost.</b> A lifetime begins with one counter, in an object of 32 bytes. Once two consecutive attempts of one acquire
 * have collided with another thread's, it has stripes for the rest of its life: several for each processor, 2 KB on up to 4
 * processors, 33 KB from 33 on. A closed lifetime has no stripes. A close visits every stripe.
 *
 * <p>A thread's stripe follows from {@link Thread#getId}. Platform threads started one after another, such as those of a pool,
 * have different stripes. Virtual threads have ids of their own, too. With a short-lived virtual thread for each task, the
 * stripes move from processor to processor: users seldom contend, but each pays for fetching its stripe.
 *
 * <p><b>What is not detected.</b> A release without an acquire is an error. On one counter it throws if there are no users. If
 * there are users, it counts as the release of one of them, and the resource may be freed while that user is still active. On
 * stripes it never throws; {@link #close} does, if there are more releases than acquires at that time.
 *
 * @since 1.0.0
 */
// One word holds the state. It changes by compare-and-set, except that the thread that has made it BUSY is the only one to
// write it.
//
//   n, from 0 on    n users, on one counter
//   STRIPED         users are counted on stripes
//   BUSY            one thread makes the stripes, or seals or opens them; all others wait
//   CLOSED + n      closed, and n users are left
//
// Argument. No step leads from CLOSED + n to a state that admits users. CLOSED is reached only from CLOSED + 1, by the last
// release, or by a step that finds no users. So it is reached once, and the thread that reaches it frees the resource. On one
// counter the step to CLOSED + n begins from n, so no user is lost or comes later. On stripes the thread that has made the word
// BUSY seals them, and has the exact number of users at the moment at which the last is sealed (Stripes). If it writes
// CLOSED + n, the stripes stay sealed for ever. Before it writes STRIPED, it opens them again, with the number found.
//
// Stripes are not replaced. So a thread that adds to an open stripe, however late, is counted, and need not read the word
// afterwards. A thread that finds its stripe sealed, or no stripes, reads the word.
//
// Happens-before: acquire, release, seal and every step of the word are volatile accesses or compare-and-sets. A user's actions
// come before its release, which comes before the sealing of that stripe or the next step of the word, which comes before the
// freeing. A refused close changes nothing for any thread.
public final class StripedLifetime implements AutoCloseable {
    private static final long STRIPED = -1;
    private static final long BUSY = -2;
    private static final long CLOSED = Long.MIN_VALUE;

    /** Failed attempts of one acquire that count as contention: one may be chance, a second in a row is not. */
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

    /** Null before striping and after the close; written only by the thread that has made the word {@link #BUSY}. */
    private volatile long @Nullable [] stripes;

    /** Creates the lifetime of a resource that the closing thread frees itself, after {@link #close} has returned. */
    public StripedLifetime() {
        this(() -> {});
    }

    /**
     * Creates the lifetime of a resource that the lifetime itself frees.
     *
     * @param free called once, when no user is left, by the closing thread, or by the last user if it was
     *         {@linkplain #closeWhenUnused closed before}; an exception it throws propagates there, and changes nothing about
     *         the lifetime
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
     * Counts one user less.
     *
     * @throws IllegalStateException if there was no acquire, as far as that is detected
     */
    public void release() {
        if (!addToStripes(-1)) {
            releaseByWord();
        }
    }

    /**
     * Closes the lifetime and frees the resource. If another thread closes it at the same time, this may throw before that
     * thread has freed the resource.
     *
     * @throws IllegalStateException if the resource is in use, with the number of users, and nothing has changed; or if the
     *         lifetime was closed before
     */
    @Override
    public void close() {
        end(false);
    }

    /**
     * Closes the lifetime to new users. Frees the resource if there are no users; else the last release will.
     *
     * @return whether it is freed
     * @throws IllegalStateException if the lifetime was closed before
     */
    public boolean closeWhenUnused() {
        return end(true);
    }

    /** {@return whether the lifetime is not closed} Once false, it stays false. */
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

    /** Changes to stripes. Does nothing if the word has changed since, or there are stripes already. */
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

    @SuppressWarnings("NullAway") // There are stripes, as the word has said.
    private long endStriped(boolean inUse) {
        long[] open = stripes;
        long users = Stripes.seal(open);
        if (users == 0 || (users > 0 && inUse)) {
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
