package dev.slipstream.naming;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The slots with an open file, one for each thread, and the counts of those that had one. Safe for use by several threads.
 */
final class OpenSlots {
    private final Map<Thread, NameSlot> slots = new IdentityHashMap<>();
    private final int most = FileLimit.share();
    private long renames;
    private long same;
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
        NameSlot lost = slots.put(slot.owner(), slot);
        if (lost != null) {
            count(lost);
            lost.end();
        }
        return true;
    }

    /** The slot's thread makes no more renames, or they no longer count. */
    synchronized void remove(NameSlot slot) {
        if (slots.remove(slot.owner(), slot)) {
            count(slot);
        }
    }

    private void count(NameSlot slot) {
        renames += slot.renames();
        same += slot.same();
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

    synchronized List<NameSlot> all() {
        return new ArrayList<>(slots.values());
    }

    synchronized int size() {
        return slots.size();
    }

    synchronized long refused() {
        return refused;
    }

    /** Renames that were left to the publisher. */
    synchronized long renames() {
        long sum = renames;
        for (NameSlot slot : slots.values()) {
            sum += slot.renames();
        }
        return sum;
    }

    /** Renames that changed nothing. */
    synchronized long same() {
        long sum = same;
        for (NameSlot slot : slots.values()) {
            sum += slot.same();
        }
        return sum;
    }
}
