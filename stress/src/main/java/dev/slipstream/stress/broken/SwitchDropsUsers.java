package dev.slipstream.stress.broken;

import java.util.concurrent.atomic.AtomicLong;

/** The switch reads the counter, and who adds to it before all see the stripes is forgotten. */
final class SwitchDropsUsers extends BrokenLifetime {
    private final AtomicLong counter = new AtomicLong();
    private volatile boolean striped;

    SwitchDropsUsers(Runnable free) {
        super(free);
    }

    @Override
    boolean add(long users) {
        if (striped) {
            return super.add(users);
        }
        counter.getAndAdd(users);
        return true;
    }

    @Override
    public boolean stripe() {
        stripes.set(0, counter.get());
        striped = true;
        return true;
    }
}
