package dev.slipstream.stress.broken;

import dev.slipstream.stress.SharedSlot;

/** A user that does not look at the word again counts for whoever has the slot by then. */
final class LooksOnce extends SharedSlot {
    @Override
    protected boolean isStill(int seen) {
        return true;
    }
}
