package dev.slipstream.naming;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The slots of threads whose renames are the JDK's unless they change nothing. On any operating system. */
public final class SkippingSlots implements SlotMaker {
    private final SlotCounts<SkippingSlot> counts = new SlotCounts<>();

    /** Starts nothing and opens nothing. */
    public SkippingSlots() {
    }

    /** A slot for the current thread, a platform thread. */
    @Override
    public Predicate<String> get() {
        return slot();
    }

    SkippingSlot slot() {
        SkippingSlot slot = new SkippingSlot(counts);
        counts.addAndSweep(slot);
        return slot;
    }

    /** {@code renames} that were passed on to the JDK, and {@code same}, which were skipped. */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("renames", counts.renames());
        counters.put("same", counts.same());
        return counters;
    }
}
