package dev.slipstream.priority;

/**
 * What this process may do about its threads' native priorities, found out by asking the kernel.
 *
 * @param whyNot {@code unsupported: } and why nothing can be done at all; empty if something can
 * @param nice the nice value of the thread that asks
 * @param smallestNice the smallest nice value that a thread may be given: that of the thread that asks, unless raising is
 * permitted
 * @param canRestore whether a thread that was lowered can be raised to what it was before
 * @param whyNotRaised why raising is not permitted, or only so far: what of the process, of its limits, or of its container;
 * empty if
 *         there is no limit
 * @param whyNotOthers why only the current thread can be set; empty if others can too
 */
public record Permission(String whyNot, int nice, int smallestNice, boolean canRestore, String whyNotRaised,
        String whyNotOthers) {
    /** Whether anything can be done. */
    public boolean isSupported() {
        return whyNot.isEmpty();
    }

    /** Whether other threads than the current one can be set. */
    public boolean canSetOthers() {
        return isSupported() && whyNotOthers.isEmpty();
    }
}
