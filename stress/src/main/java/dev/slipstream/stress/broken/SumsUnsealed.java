package dev.slipstream.stress.broken;

/** The closer only adds the stripes up, as {@code LongAdder.sum} does: a user may come to one that it has passed. */
final class SumsUnsealed extends BrokenLifetime {
    SumsUnsealed(Runnable free) {
        super(free);
    }

    @Override
    long sum() {
        long users = 0;
        for (int i = 0; i < stripes.length(); i++) {
            users += stripes.get(i);
        }
        return users;
    }

    @Override
    void restore(long users) {
        state.set(OPEN);
    }

    @Override
    public boolean acquire() {
        return state.get() != CLOSED && add(1);
    }
}
