package dev.slipstream.stress.broken;

/** A closer who is refused opens the stripes, and puts back what they held when another may have closed already. */
final class OpensBeforeRestoring extends BrokenLifetime {
    OpensBeforeRestoring(Runnable free) {
        super(free);
    }

    @Override
    void restore(long users) {
        super.restore(0);
        while (!add(users) && state.get() != CLOSED) {
            Thread.onSpinWait();
        }
    }
}
