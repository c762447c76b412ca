package dev.slipstream.stress.broken;

import dev.slipstream.stress.Handover;
import java.util.concurrent.atomic.AtomicReference;

/** All of a handover but the steps whose order matters. */
abstract class BrokenHandover implements Handover {
    private final AtomicReference<Entry> top = new AtomicReference<>();
    private final Owner[] owners = {new Owner(), new Owner()};

    static final class Owner {
        volatile String target;
        volatile long taken;
        long pushedAt = -1;
        String published;
    }

    private record Entry(Owner owner, Entry next) {
    }

    /** Leaves a name to be fetched. */
    void leave(Owner owner, String name) {
        owner.target = name;
        long now = owner.taken;
        if (owner.pushedAt != now) {
            push(owner);
            owner.pushedAt = now;
        }
    }

    /** Fetches the owner's target. */
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
}
