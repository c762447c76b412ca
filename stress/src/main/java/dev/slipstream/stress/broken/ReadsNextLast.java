package dev.slipstream.stress.broken;

/** The publisher reads the next owner when this one may be back on the stack: the others below it are lost. */
final class ReadsNextLast extends BrokenHandover {
    @Override
    void mark(Owner owner) {
        if (!owner.dirty) {
            owner.dirty = true;
            push(owner);
        }
    }

    @Override
    Owner fetch(Owner owner) {
        owner.dirty = false;
        owner.published = owner.target;
        return owner.next;
    }
}
