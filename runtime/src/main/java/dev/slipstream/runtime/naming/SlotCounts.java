package dev.slipstream.runtime.naming;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;

/**
 * Slots that count, one for each thread, and the counts of those that were removed. Safe for use by several threads.
 *
 * @param <S> type of slot
 */
final class SlotCounts<S extends SlotCounts.Counting> {
    private static final int FEW = 64;

    private final IdentityHashMap<Thread, S> slots = new IdentityHashMap<>();
    private long renames;
    private long same;
    private int many = FEW;

    /** Adds a slot; returns the slot that its thread has lost without closing it, which counts no more, or null. */
    synchronized S add(S slot) {
        S lost = slots.put(slot.owner(), slot);
        if (lost != null) {
            keep(lost);
        }
        return lost;
    }

    /** Adds a slot as {@link #add} does, and now and then removes the slots of threads that ended without closing them. */
    synchronized S addAndSweep(S slot) {
        S lost = add(slot);
        if (slots.size() >= many) {
            sweep();
            many = Math.max(FEW, 2 * slots.size());
        }
        return lost;
    }

    private void sweep() {
        for (Iterator<S> all = slots.values().iterator(); all.hasNext();) {
            S each = all.next();
            if (!each.owner().isAlive()) {
                keep(each);
                all.remove();
            }
        }
    }

    /** Removes a slot whose thread renames itself no more, or whose renames no longer count. */
    synchronized void remove(S slot) {
        if (slots.remove(slot.owner(), slot)) {
            keep(slot);
        }
    }

    private void keep(S slot) {
        renames += slot.renames();
        same += slot.same();
    }

    synchronized List<S> all() {
        return new ArrayList<>(slots.values());
    }

    synchronized int size() {
        return slots.size();
    }

    synchronized long renames() {
        long sum = renames;
        for (S slot : slots.values()) {
            sum += slot.renames();
        }
        return sum;
    }

    synchronized long same() {
        long sum = same;
        for (S slot : slots.values()) {
            sum += slot.same();
        }
        return sum;
    }

    /** Slot that counts what its thread does. Only that thread writes the counts, without a fence, so counting costs nothing. */
    interface Counting {
        Thread owner();

        /** Returns the number of renames to another name. */
        long renames();

        /** Returns the number of renames to the name that the thread already had. */
        long same();
    }
}
