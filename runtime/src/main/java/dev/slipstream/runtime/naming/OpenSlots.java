package dev.slipstream.runtime.naming;

import dev.slipstream.runtime.threads.Limits;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Slots that publish names, one for each thread, and the counts of those that did. Safe for use by several threads. */
final class OpenSlots {
    /** Our share of open files is the limit of the process divided by this: each name file takes one from the application. */
    private static final int PARTS = 4;

    private final SlotCounts<NameSlot> counts = new SlotCounts<>();
    private final int most = shareOf(Limits.ofThisProcess().soft("Max open files"));
    private final AtomicInteger files = new AtomicInteger();
    private long refused;
    private @Nullable String firstRefusal;
    private boolean closed;

    /** Returns our share of a limit on open files; the largest int if there is no limit, or none that can be read. */
    static int shareOf(long limit) {
        return (int) Math.min(Integer.MAX_VALUE, limit / PARTS);
    }

    /** Returns whether a slot may keep its file open, and then counts that file. */
    boolean takeFile() {
        if (files.incrementAndGet() > most) {
            files.decrementAndGet();
            return false;
        }
        return true;
    }

    /** The number of files that are open or about to be. */
    AtomicInteger files() {
        return files;
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

    /** Returns the reason of the first refusal, if there was one. */
    synchronized @Nullable String firstRefusal() {
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
