package dev.slipstream.stress.broken;

import dev.slipstream.stress.OwnedGate;

/** Without a handshake the owner may have found the gate open, and what it counts may not be seen yet. */
final class DoesNotAskOwner extends OwnedGate {
    DoesNotAskOwner(Runnable free) {
        super(free);
    }

    @Override
    protected void handshake() {
        // Nobody is asked.
    }
}
