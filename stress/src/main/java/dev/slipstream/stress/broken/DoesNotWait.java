package dev.slipstream.stress.broken;

import dev.slipstream.stress.OwnedStripe;

/** An owner that sees the mark takes for granted that its release was counted before. */
final class DoesNotWait extends OwnedStripe {
    @Override
    protected boolean isCounted(long next) {
        return true;
    }
}
