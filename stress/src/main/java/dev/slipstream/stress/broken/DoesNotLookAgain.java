package dev.slipstream.stress.broken;

import dev.slipstream.stress.Memory;
import dev.slipstream.stress.OwnedGate;

/** An owner that has found the gate open takes for granted that it still is. */
final class DoesNotLookAgain extends OwnedGate {
    /** So long that a handshake may come and go. */
    private static final int HANDSHAKE = 2_048;

    DoesNotLookAgain(Runnable free) {
        super(free);
    }

    @Override
    protected void interpret() {
        Memory.dawdle(HANDSHAKE);
    }

    @Override
    protected boolean isCounted(long next) {
        return true;
    }
}
