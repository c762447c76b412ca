package dev.slipstream.naming;

import java.util.Map;
import java.util.function.Predicate;

/** The slots of threads that tell the operating system at once what they call themselves, without the JDK's share of the cost. */
public final class ImmediateSlots implements SlotMaker {
    private final NativeNames form;
    private final SlotCounts<ImmediateSlot> counts = new SlotCounts<>();

    /**
     * Loads {@code java.lang.foreign}.
     *
     * @param form how names are shortened; a thread's first renames, which the JDK does, are shortened its way
     * @throws IllegalStateException if this JDK or operating system cannot do it (JDK 21 or newer, Linux); says why
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

    /** A slot for the current thread, a platform thread. Opens nothing yet. */
    @Override
    public Predicate<String> get() {
        return slot();
    }

    ImmediateSlot slot() {
        return new ImmediateSlot(form, counts);
    }

    /** {@code renames} to another name; those that were left to the JDK are not counted. */
    @Override
    public Map<String, Long> counters() {
        return Map.of("renames", counts.renames());
    }
}
