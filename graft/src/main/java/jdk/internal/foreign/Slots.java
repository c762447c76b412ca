package jdk.internal.foreign;

/** Where words of sessions lead: as many sessions as there are slots can be on stripes at a time. */
final class Slots {
    /** Read by anyone, who checks what is found; a slot is taken under the lock of {@link Striping}, and given back by its session. */
    static final StripedSession[] ALL = new StripedSession[SessionWord.SLOTS];

    private static int next;

    private Slots() {
    }

    /** A slot that is free, or -1. For one thread at a time. */
    static int free() {
        int slot = first();
        if (slot < 0) {
            reclaim();
            slot = first();
        }
        return slot;
    }

    /** Those used last come last, so that what is late seldom finds another session's. */
    private static int first() {
        for (int i = 0; i < ALL.length; i++) {
            int slot = next;
            next = next + 1 & ALL.length - 1;
            if (ALL[slot] == null) {
                return slot;
            }
        }
        return -1;
    }

    /** Arenas that nobody has closed, and nobody can any more. */
    private static void reclaim() {
        for (int slot = 0; slot < ALL.length; slot++) {
            StripedSession striped = ALL[slot];
            if (striped != null && striped.refersTo(null)) {
                ALL[slot] = null;
            }
        }
    }

    /** By sessions of the application. */
    static long used() {
        long used = 0;
        for (StripedSession striped : ALL) {
            if (striped != null && striped.counts && !striped.refersTo(null)) {
                used++;
            }
        }
        return used;
    }
}
