package dev.slipstream.stress.broken;

import dev.slipstream.stress.OwnedGate;

/** An owner that has found the gate open takes for granted that it still is. */
final class DoesNotLookAgain extends OwnedGate {
    DoesNotLookAgain(Runnable free) {
        super(free);
    }

    @Override
    protected boolean isCounted(long next) {
        return true;
    }
}
