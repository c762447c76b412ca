package dev.slipstream.naming;

import java.util.List;

/**
 * The slots with an open file, one for each thread, and the counts of those that had one. Safe for use by several threads.
 */
final class OpenSlots {
    private final SlotCounts<NameSlot> counts = new SlotCounts<>();
    private final int most = FileLimit.share();
    private long refused;
    private String firstRefusal;
    private boolean closed;

    /** As many as there may be; a few more where several threads ask at the same time. */
    int most() {
        return most;
    }

    /**
     * Ends the slot that the thread had before, if it has lost that without closing it: some pools wipe the thread-locals of
     * their workers between two tasks.
     *
     * @return false if no more are let in
     */
    synchronized boolean add(NameSlot slot) {
        if (closed) {
            return false;
        }
        NameSlot lost = counts.add(slot);
        if (lost != null) {
            lost.end();
        }
        return true;
    }

    /** The slot's thread makes no more renames, or they no longer count. */
    void remove(NameSlot slot) {
        counts.remove(slot);
    }

    /** @return whether this is the first time */
    synchronized boolean refuse(String why) {
        if (refused++ == 0) {
            firstRefusal = why;
        }
        return refused == 1;
    }

    /** Why the first was refused, null if none was. */
    synchronized String firstRefusal() {
        return firstRefusal;
    }

    /** Lets no more in. */
    synchronized void close() {
        closed = true;
    }

    List<NameSlot> all() {
        return counts.all();
    }

    int size() {
        return counts.size();
    }

    synchronized long refused() {
        return refused;
    }

    /** Renames that were left to the publisher. */
    long renames() {
        return counts.renames();
    }

    /** Renames that changed nothing. */
    long same() {
        return counts.same();
    }
}
