package dev.slipstream.stress.broken;

import dev.slipstream.stress.OwnedGate;

/** An owner opens a gate that the closer has passed. */
final class OpensSealed extends OwnedGate {
    OpensSealed(Runnable free) {
        super(free);
    }

    @Override
    protected boolean mayStayOpen() {
        return true;
    }
}
