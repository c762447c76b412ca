package jdk.internal.foreign;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Where words of sessions lead: as many sessions as there are slots can be on stripes at a time. A slot is taken under the lock
 * of {@link Striping}, and given back by who ends its use.
 *
 * <p>Stripes and owners are in arrays of their own, since who adds must get at the stripes by as few steps as possible, while it
 * can check meanwhile whose they are. The stripes are written first and cleared last, the owner is looked at last: so who finds
 * its own session as the owner has found that session's stripes before, or those of an earlier owner, which are sealed for ever.
 * It cannot have found a later owner's, as these come after the owner was cleared.
 */
final class Slots {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long[][] STRIPES = new long[SessionWord.SLOTS][];
    private static final StripedSession[] OWNERS = new StripedSession[SessionWord.SLOTS];

    private static int next;

    private Slots() {
    }

    /**
     * Adds to a thread's stripe of a session, if the slot is that session's and the stripe is not sealed.
     *
     * @return whether it was added
     */
    @ForceInline
    static boolean add(int slot, SharedSession session, long thread, int users) {
        long[] stripes = STRIPES[slot];
        UNSAFE.loadFence();
        StripedSession owner = OWNERS[slot];
        return owner != null && owner.refersTo(session) && stripes != null && Stripes.add(stripes, thread, users);
    }

    /** For who has made the word busy that leads there. */
    static long[] stripes(int slot) {
        return STRIPES[slot];
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

    /** A slot that is free, or -1. For one thread at a time. */
    static int free() {
        int slot = first();
        if (slot < 0) {
            reclaim();
            slot = first();
        }
        UNSAFE.fullFence();
        return slot;
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

    /** Arenas that nobody has closed, and nobody can any more. */
    private static void reclaim() {
        for (int slot = 0; slot < SessionWord.SLOTS; slot++) {
            StripedSession owner = OWNERS[slot];
            if (owner != null && owner.refersTo(null)) {
                giveBack(slot);
            }
        }
    }

    /** By sessions of the application. */
    static long used() {
        long used = 0;
        for (StripedSession owner : OWNERS) {
            if (owner != null && owner.counts && !owner.refersTo(null)) {
                used++;
            }
        }
        return used;
    }
}
