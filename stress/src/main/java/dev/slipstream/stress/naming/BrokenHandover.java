package dev.slipstream.stress.naming;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** A handover without the steps whose order matters. */
abstract class BrokenHandover implements Renames.Handover {
    private final AtomicReference<Entry> top = new AtomicReference<>();
    private final Owner[] owners = {new Owner(), new Owner()};

    static final class Owner {
        volatile String target;
        volatile long taken;
        long pushedAt = -1;
        String published;
    }

    private record Entry(Owner owner, Entry next) {}

    /** Leaves a name for the publisher. */
    void leave(Owner owner, String name) {
        owner.target = name;
        long now = owner.taken;
        if (owner.pushedAt != now) {
            push(owner);
            owner.pushedAt = now;
        }
    }

    /** Fetches the owner's target name. */
    void fetch(Owner owner) {
        owner.taken = owner.taken + 1;
        owner.published = owner.target;
    }

    final void push(Owner owner) {
        Entry seen;
        do {
            seen = top.get();
        } while (!top.compareAndSet(seen, new Entry(owner, seen)));
    }

    @Override
    public final void rename(int owner, String name) {
        leave(owners[owner], name);
    }

    @Override
    public final void pass() {
        for (Entry entry = top.getAndSet(null); entry != null; entry = entry.next()) {
            fetch(entry.owner());
        }
    }

    @Override
    public final String published(int owner) {
        return owners[owner].published;
    }

    /** The target is left without a fence. The thread may read what follows before its Java name is seen. */
    static final class LeavesWithoutFence extends BrokenHandover {
        private static final AtomicReferenceFieldUpdater<Owner, String> TARGET =
                AtomicReferenceFieldUpdater.newUpdater(Owner.class, String.class, "target");

        @Override
        void leave(Owner owner, String name) {
            TARGET.lazySet(owner, name);
            long now = owner.taken;
            if (owner.pushedAt != now) {
                push(owner);
                owner.pushedAt = now;
            }
        }
    }

    /** The publisher counts the entry after it has read the target: a name written in between is lost. */
    static final class ReadsTargetFirst extends BrokenHandover {
        @Override
        void fetch(Owner owner) {
            owner.published = owner.target;
            owner.taken = owner.taken + 1;
        }
    }

    /** The owner reads the count after its entry was pushed. An entry taken meanwhile seems to stay on the stack. */
    static final class CountsAfterPush extends BrokenHandover {
        @Override
        void leave(Owner owner, String name) {
            owner.target = name;
            if (owner.pushedAt != owner.taken) {
                push(owner);
                owner.pushedAt = owner.taken;
            }
        }
    }

    /** The owner reads the count before it writes its target. The publisher may take the entry and read the target in between. */
    static final class CountsBeforeTarget extends BrokenHandover {
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
}
