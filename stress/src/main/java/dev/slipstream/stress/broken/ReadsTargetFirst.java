package dev.slipstream.stress.broken;

/** The publisher counts the entry after it has read the target: what the owner writes in between is lost. */
final class ReadsTargetFirst extends BrokenHandover {
    @Override
    void fetch(Owner owner) {
        owner.published = owner.target;
        owner.taken = owner.taken + 1;
    }
}
