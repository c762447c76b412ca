package dev.slipstream.naming;

/** Slot that counts what its thread does. Only that thread writes the counts, without a fence, so counting costs nothing. */
interface Counting {
    Thread owner();

    /** Returns the number of renames to another name. */
    long renames();

    /** Returns the number of renames to the name that the thread already had. */
    long same();
}
