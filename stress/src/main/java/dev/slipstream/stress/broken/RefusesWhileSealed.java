package dev.slipstream.stress.broken;

/** A user who finds its stripe sealed takes that for closed, and does not wait for what the closer will find. */
final class RefusesWhileSealed extends BrokenLifetime {
    RefusesWhileSealed(Runnable free) {
        super(free);
    }

    @Override
    public boolean acquire() {
        return add(1);
    }
}
