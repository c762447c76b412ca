package dev.slipstream.naming;

/**
 * A slot that counts what its thread does: that thread alone writes the counts, and without a fence, so that they cost nothing.
 */
interface Counting {
    Thread owner();

    /** Renames to another name. */
    long renames();

    /** Renames to the name that the thread had. */
    long same();
}
