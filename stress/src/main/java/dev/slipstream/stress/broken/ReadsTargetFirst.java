package dev.slipstream.stress.broken;

/** The publisher reads the name before it takes the mark away: a name left in between is nobody's. */
final class ReadsTargetFirst extends BrokenHandover {
    @Override
    void mark(Owner owner) {
        if (!owner.dirty) {
            owner.dirty = true;
            push(owner);
        }
    }

    @Override
    Owner fetch(Owner owner) {
        Owner next = owner.next;
        owner.published = owner.target;
        // Time for a name to be left, so that the tests need not run for long.
        Thread.onSpinWait();
        Thread.onSpinWait();
        owner.dirty = false;
        return next;
    }
}
