package dev.slipstream.stress.broken;

import dev.slipstream.stress.OwnedStripe;

/** Without a handshake the owner may not have seen the mark, and what it counts may not be seen yet. */
final class DoesNotAsk extends OwnedStripe {
    @Override
    protected void handshake() {
        // Nobody is asked.
    }
}
