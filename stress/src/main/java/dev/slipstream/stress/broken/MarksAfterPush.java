package dev.slipstream.stress.broken;

/** The owner marks itself when it is on the stack already: the publisher may have taken it off, and the mark stays for ever. */
final class MarksAfterPush extends BrokenHandover {
    @Override
    void mark(Owner owner) {
        if (!owner.dirty) {
            push(owner);
            owner.dirty = true;
        }
    }

    @Override
    Owner fetch(Owner owner) {
        Owner next = owner.next;
        owner.dirty = false;
        owner.published = owner.target;
        return next;
    }
}
