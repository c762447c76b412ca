package dev.slipstream.naming;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Maker of slots that leave renames to the JDK unless they change nothing. For any operating system. */
public final class SkippingSlots implements SlotMaker {
    private final SlotCounts<SkippingSlot> counts = new SlotCounts<>();

    /** Creates a maker without slots. Starts nothing and opens nothing. */
    public SkippingSlots() {
    }

    /** Returns a new slot for the current thread, which must be a platform thread. */
    @Override
    public Predicate<String> get() {
        return slot();
    }

    SkippingSlot slot() {
        SkippingSlot slot = new SkippingSlot(counts);
        counts.addAndSweep(slot);
        return slot;
    }

    /** Returns {@code renames}, the renames passed on to the JDK, and {@code same}, those skipped. */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("renames", counts.renames());
        counters.put("same", counts.same());
        return counters;
    }
}
