package dev.slipstream.stress.broken;

/** A user looks whether its stripe is sealed, and then adds to it, sealed or not: it counts for nobody. */
final class AddsToSealed extends BrokenLifetime {
    AddsToSealed(Runnable free) {
        super(free);
    }

    @Override
    boolean add(long users) {
        int stripe = ofThisThread();
        if (stripes.get(stripe) < 0) {
            return false;
        }
        stripes.getAndAdd(stripe, users);
        return true;
    }
}
