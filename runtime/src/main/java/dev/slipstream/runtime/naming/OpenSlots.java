package dev.slipstream.runtime.naming;

import dev.slipstream.runtime.threads.Limits;
import java.util.List;

/** Slots that have an open file, one for each thread, and the counts of those that had one. Safe for use by several threads. */
final class OpenSlots {
    /** Our share of open files is the limit of the process divided by this: each name file takes one from the application. */
    private static final int PARTS = 4;

    private final SlotCounts<NameSlot> counts = new SlotCounts<>();
    private final int most = shareOf(Limits.ofThisProcess().soft("Max open files"));
    private long refused;
    private String firstRefusal;
    private boolean closed;

    /** Returns our share of a limit on open files; the largest int if there is no limit, or none that can be read. */
    static int shareOf(long limit) {
        return (int) Math.min(Integer.MAX_VALUE, limit / PARTS);
    }

    /** Returns the maximum number of slots; a few more may exist if several threads ask at the same time. */
    int most() {
        return most;
    }

    /**
     * Adds a slot. Ends the slot that the thread had before, if the thread lost it without closing it: some pools wipe the
     * thread-locals of their workers between two tasks.
     *
     * @return false if this is closed
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

    /** Removes a slot whose thread renames itself no more, or whose renames no longer count. */
    void remove(NameSlot slot) {
        counts.remove(slot);
    }

    /** Counts a refusal; returns whether it is the first. */
    synchronized boolean refuse(String why) {
        if (refused++ == 0) {
            firstRefusal = why;
        }
        return refused == 1;
    }

    /** Returns the reason of the first refusal, or null if there was none. */
    synchronized String firstRefusal() {
        return firstRefusal;
    }

    /** Admits no more slots. */
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

    /** Returns the number of renames that were left to the publisher. */
    long renames() {
        return counts.renames();
    }

    /** Returns the number of renames that changed nothing. */
    long same() {
        return counts.same();
    }
}
