package dev.slipstream.stress.broken;

/** The owner reads the count when its entry is on the stack already. If it has been taken, it seems to be there for ever. */
final class CountsAfterPush extends BrokenHandover {
    @Override
    void leave(Owner owner, String name) {
        owner.target = name;
        if (owner.pushedAt != owner.taken) {
            push(owner);
            owner.pushedAt = owner.taken;
        }
    }
}
