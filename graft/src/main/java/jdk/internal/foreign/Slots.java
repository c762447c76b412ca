package jdk.internal.foreign;

import dev.slipstream.runtime.arenas.Stripes;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Slots to which the words of striped sessions lead. Their number limits the sessions on stripes. A slot is taken under the lock of
 * {@link Striping}, and given back by the thread that closes its session.
 *
 * <p>An addition reads the slot between two reads of the session's word. If both reads return the same, the stripes belong to that
 * session: a slot leads to other stripes only after its session was closed, or became unreachable, and the word of a closed session
 * leads to no slot. {@link #fold} therefore keeps the slot of a session that may be striped again.
 *
 * <p>Happens-before: stripes are written into the slot before the word that leads there, and the word of a closed session before
 * the slot is given back. Fences order the reads.
 */
final class Slots {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long FIRST_ELEMENT = firstElement();
    private static final long[][] STRIPES = new long[SessionWord.SLOTS][];
    private static final StripedSession[] OWNERS = new StripedSession[SessionWord.SLOTS];

    /** Content of a slot kept for a folded session. Never opened; no release is counted there. */
    private static final long[] FOLDED = Stripes.sealed();

    /** Interval between searches of all slots, which are slow and may find nothing. */
    private static final long PAUSE_NANOS = 100_000_000;

    private static volatile boolean someFolded;
    private static long reclaimAgain = System.nanoTime();
    private static int next;

    static {
        Releases.ask(FOLDED);
        Releases.count(FOLDED);
    }

    private Slots() {}

    /**
     * Counts an acquire on or beside a thread's stripe of a session, if the session's word is unchanged and the stripe is not
     * sealed.
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

    /** Counts a release like {@link #acquire}, beside the stripe if the thread owns it. */
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

    // Uses Unsafe, since a bounds check would wait for the array's length. Hazard: no method may be called after the addition,
    // since a stack overflow there would leave it counted.
    @ForceInline
    private static boolean add(long[] stripes, int index, int users) {
        return UNSAFE.getAndAddLong(stripes, offset(index), users) > Stripes.SEALED_BELOW;
    }

    /** Tells whether a stripe is not sealed. */
    static boolean isOpen(long[] stripes, int index) {
        return UNSAFE.getLongVolatile(stripes, offset(index)) > Stripes.SEALED_BELOW;
    }

    /** Returns the offset of an element of an array of stripes. */
    @ForceInline
    static long offset(int index) {
        return FIRST_ELEMENT + (long) index * Long.BYTES;
    }

    /** Reads the constant reflectively: it is an {@code int} on some JDKs, a {@code long} on others. */
    private static long firstElement() {
        try {
            return Unsafe.class.getField("ARRAY_LONG_BASE_OFFSET").getLong(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the stripes in a slot. The caller has marked the word busy that leads there. */
    static long[] stripes(int slot) {
        return STRIPES[slot];
    }

    /** Returns the stripes of a session that other threads may close concurrently; null if it is not striped. */
    static long[] stripes(SharedSession session) {
        int word = SessionWord.of(session);
        long[] stripes = STRIPES[SessionWord.slot(word)];
        UNSAFE.loadFence();
        int again = SessionWord.of(session);
        return SessionWord.isStriped(again) && SessionWord.slot(again) == SessionWord.slot(word) ? stripes : null;
    }

    /** Returns the session that has a slot, or null. */
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

    /** Keeps the slot of a folded session, which may be striped again. */
    static void fold(int slot) {
        StripedSession owner = OWNERS[slot];
        if (owner.counts) {
            someFolded = true;
            STRIPES[slot] = FOLDED;
            // From here on the slot may be reused, if the session is closed.
            owner.isFolded = true;
        } else {
            giveBack(slot);
        }
    }

    /** Returns a slot for a session, or -1. For one thread at a time. */
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

    /** Returns the least recently used free slot, so that a late thread seldom finds another session's stripes. */
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

    /** Frees the slots of unreachable sessions, and of folded sessions that were closed. */
    private static void reclaim() {
        for (int slot = 0; slot < SessionWord.SLOTS; slot++) {
            StripedSession owner = OWNERS[slot];
            if (owner != null && owner.isGone()) {
                giveBack(slot);
            }
        }
    }

    /** Returns the number of slots used by sessions of the application. */
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
