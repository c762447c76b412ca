package dev.slipstream.priority;

/**
 * Permission of this process to change its threads' native priorities, as the kernel has told it.
 *
 * @param whyNot {@code unsupported: } and why nothing can be set; empty if something can
 * @param nice the nice value of the thread that asks
 * @param smallestNice the smallest nice value that a thread may be given: that of the thread that asks, unless raising is permitted
 * @param canRestore whether a thread that was lowered can be raised to its former level
 * @param whyNotRaised what in the process, its limits or its container forbids or limits raising; empty if there is no limit
 * @param whyNotOthers why only the current thread can be set; empty if others can be set too
 * @since 1.0.0
 */
public record Permission(String whyNot, int nice, int smallestNice, boolean canRestore, String whyNotRaised,
        String whyNotOthers) {
    /** {@return whether anything can be set} */
    public boolean isSupported() {
        return whyNot.isEmpty();
    }

    /** {@return whether threads other than the current one can be set} */
    public boolean canSetOthers() {
        return isSupported() && whyNotOthers.isEmpty();
    }
}
