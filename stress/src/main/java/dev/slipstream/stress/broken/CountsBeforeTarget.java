package dev.slipstream.stress.broken;

/** The owner reads the count before it writes its target. The publisher may take the entry, and read the target, in between. */
final class CountsBeforeTarget extends BrokenHandover {
    @Override
    void leave(Owner owner, String name) {
        long now = owner.taken;
        owner.target = name;
        if (owner.pushedAt != now) {
            push(owner);
            owner.pushedAt = now;
        }
    }
}
