package jdk.internal.foreign;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Where words of sessions lead: as many sessions as there are slots can be on stripes at a time. A slot is taken under the lock
 * of {@link Striping}, and given back by who closes its session.
 *
 * <p>Who adds looks into the slot between two readings of the session's word. If both read the same, the stripes it found there
 * are that session's: a slot leads nowhere else before its session is closed, or nobody can reach it any more, and the word of a
 * closed session does not lead to it. So {@link #fold} keeps the slot for a session that may be put on stripes again.
 *
 * <p>Happens-before: stripes are written into the slot before the word that leads there, and the word of a closed session before
 * the slot is given back. Between what is read there, too, are fences.
 */
final class Slots {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long FIRST_ELEMENT = firstElement();
    private static final long[][] STRIPES = new long[SessionWord.SLOTS][];
    private static final StripedSession[] OWNERS = new StripedSession[SessionWord.SLOTS];

    /** What a slot leads to that is kept for a session. Never opened, and no release is counted there. */
    private static final long[] FOLDED = Stripes.sealed();

    /** To look through all slots takes long, and may be in vain. */
    private static final long PAUSE_NANOS = 100_000_000;

    private static volatile boolean someFolded;
    private static long reclaimAgain = System.nanoTime();
    private static int next;

    static {
        Releases.ask(FOLDED);
        Releases.count(FOLDED);
    }

    private Slots() {
    }

    /**
     * Counts an acquire on a thread's stripe of a session, or beside it, if the session's word still is what it was, and the
     * stripe is not sealed.
     *
     * @param thread the carrier
     * @return whether it was counted
     */
    @ForceInline
    static boolean acquire(SharedSession session, int word, Thread thread) {
        long[] stripes = STRIPES[SessionWord.slot(word)];
        UNSAFE.loadFence();
        if (SessionWord.of(session) != word || stripes == null) {
            return false;
        }
        int index = Stripes.index(thread.threadId());
        return Acquires.mayAdd(stripes, index, SessionWord.slot(word), thread)
                ? Acquires.add(stripes, index) : add(stripes, index, 1);
    }

    /** Counts a release, as {@link #acquire}; beside the stripe, if the thread owns it. */
    @ForceInline
    static boolean release(SharedSession session, int word, Thread thread) {
        long[] stripes = STRIPES[SessionWord.slot(word)];
        UNSAFE.loadFence();
        if (SessionWord.of(session) != word || stripes == null) {
            return false;
        }
        int index = Stripes.index(thread.threadId());
        return Releases.owns(index, thread) ? Releases.add(stripes, index) : add(stripes, index, -1);
    }

    // No use of the array as such: the check of an index would have to wait for the array's length. And nothing may be called
    // after the addition: where the stack ends, an error would leave it behind.
    @ForceInline
    private static boolean add(long[] stripes, int index, int users) {
        return UNSAFE.getAndAddLong(stripes, offset(index), users) > Stripes.SEALED_BELOW;
    }

    /** Whether a stripe is not sealed. */
    static boolean isOpen(long[] stripes, int index) {
        return UNSAFE.getLongVolatile(stripes, offset(index)) > Stripes.SEALED_BELOW;
    }

    /** Of an element of stripes. */
    @ForceInline
    static long offset(int index) {
        return FIRST_ELEMENT + (long) index * Long.BYTES;
    }

    /** An {@code int} on some JDKs, a {@code long} on others. */
    private static long firstElement() {
        try {
            return Unsafe.class.getField("ARRAY_LONG_BASE_OFFSET").getLong(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For who has made the word busy that leads there. */
    static long[] stripes(int slot) {
        return STRIPES[slot];
    }

    /** Those of a session that others may close meanwhile; null if it is not on stripes. */
    static long[] stripes(SharedSession session) {
        int word = SessionWord.of(session);
        long[] stripes = STRIPES[SessionWord.slot(word)];
        UNSAFE.loadFence();
        int again = SessionWord.of(session);
        return SessionWord.isStriped(again) && SessionWord.slot(again) == SessionWord.slot(word) ? stripes : null;
    }

    /** Null if there is none. */
    static StripedSession owner(int slot) {
        return OWNERS[slot];
    }

    static void take(int slot, StripedSession owner, long[] stripes) {
        STRIPES[slot] = stripes;
        UNSAFE.fullFence();
        OWNERS[slot] = owner;
        UNSAFE.fullFence();
    }

    static void giveBack(int slot) {
        OWNERS[slot] = null;
        UNSAFE.fullFence();
        STRIPES[slot] = null;
    }

    /** The session is on one counter from now on, and may come back. */
    static void fold(int slot) {
        StripedSession owner = OWNERS[slot];
        if (owner.counts) {
            someFolded = true;
            STRIPES[slot] = FOLDED;
            // From now on the slot may be another's, if the session has been closed.
            owner.isFolded = true;
        } else {
            giveBack(slot);
        }
    }

    /** A slot for a session, or -1. For one thread at a time. */
    static int free(SharedSession session) {
        int slot = someFolded ? kept(session) : -1;
        if (slot < 0) {
            slot = first();
        }
        if (slot < 0 && System.nanoTime() - reclaimAgain >= 0) {
            reclaim();
            slot = first();
            reclaimAgain = System.nanoTime() + (slot < 0 ? PAUSE_NANOS : 0);
        }
        UNSAFE.fullFence();
        return slot;
    }

    private static int kept(SharedSession session) {
        for (int slot = 0; slot < SessionWord.SLOTS; slot++) {
            StripedSession owner = OWNERS[slot];
            if (owner != null && owner.isFolded && owner.refersTo(session)) {
                return slot;
            }
        }
        return -1;
    }

    /** Those used last come last, so that what is late seldom finds another session's. */
    private static int first() {
        for (int i = 0; i < SessionWord.SLOTS; i++) {
            int slot = next;
            next = next + 1 & SessionWord.SLOTS - 1;
            if (STRIPES[slot] == null) {
                return slot;
            }
        }
        return -1;
    }

    /** Of arenas that nobody has closed, and nobody can any more; and that were closed while they were on one counter again. */
    private static void reclaim() {
        for (int slot = 0; slot < SessionWord.SLOTS; slot++) {
            StripedSession owner = OWNERS[slot];
            if (owner != null && owner.isGone()) {
                giveBack(slot);
            }
        }
    }

    /** By sessions of the application. */
    static long used() {
        long used = 0;
        for (int slot = 0; slot < SessionWord.SLOTS; slot++) {
            StripedSession owner = OWNERS[slot];
            if (owner != null && owner.counts && owner.isOnStripes()) {
                used++;
            }
        }
        return used;
    }
}
