package dev.slipstream.stress.broken;

import dev.slipstream.stress.Handover;
import java.util.concurrent.atomic.AtomicReference;

/** All of a handover but the steps whose order matters. */
abstract class BrokenHandover implements Handover {
    private final AtomicReference<Owner> top = new AtomicReference<>();
    private final Owner[] owners = {new Owner(), new Owner()};

    static final class Owner {
        volatile String target;
        volatile boolean dirty;
        Owner next;
        String published;
    }

    /** Leaves the owner's target to be fetched. */
    abstract void mark(Owner owner);

    /**
     * Fetches the owner's target.
     *
     * @return the owner after this one on the stack
     */
    abstract Owner fetch(Owner owner);

    final void push(Owner owner) {
        Owner seen;
        do {
            seen = top.get();
            owner.next = seen;
        } while (!top.compareAndSet(seen, owner));
    }

    @Override
    public final void rename(int owner, String name) {
        owners[owner].target = name;
        mark(owners[owner]);
    }

    @Override
    public final void pass() {
        Owner owner = top.getAndSet(null);
        // No more than there are, since what is broken may have made a circle of them.
        for (int i = 0; owner != null && i < OWNERS; i++) {
            owner = fetch(owner);
        }
    }

    @Override
    public final String published(int owner) {
        return owners[owner].published;
    }
}
