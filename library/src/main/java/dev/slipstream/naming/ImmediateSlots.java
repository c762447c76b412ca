package dev.slipstream.naming;

import java.util.Map;
import java.util.function.Predicate;

/** Maker of slots that tell the operating system each name at once, without the JDK's share of the cost. */
public final class ImmediateSlots implements SlotMaker {
    private final NativeNames form;
    private final SlotCounts<ImmediateSlot> counts = new SlotCounts<>();

    /**
     * Creates a maker without slots. Loads {@code java.lang.foreign}.
     *
     * @param form how names are shortened; the JDK does a thread's first renames and shortens those its own way
     * @throws IllegalStateException if this JDK or operating system cannot do it (it takes JDK 21 or newer on Linux); says why
     */
    public ImmediateSlots(NativeNames form) {
        if (whyNot() != null) {
            throw new IllegalStateException(whyNot());
        }
        this.form = form;
    }

    static String whyNot() {
        return Prctl.whyNot();
    }

    /** Returns a new slot for the current thread, which must be a platform thread. Opens nothing yet. */
    @Override
    public Predicate<String> get() {
        return slot();
    }

    ImmediateSlot slot() {
        return new ImmediateSlot(form, counts);
    }

    /** Returns {@code renames}, the number of renames to another name, without those left to the JDK. */
    @Override
    public Map<String, Long> counters() {
        return Map.of("renames", counts.renames());
    }
}
