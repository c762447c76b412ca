package dev.slipstream.stress.broken;

import dev.slipstream.stress.OwnedStripe;

/** Both threads take themselves for the owner. */
final class OwnItBoth extends OwnedStripe {
    @Override
    protected boolean countOnStripe() {
        return countBeside();
    }
}
