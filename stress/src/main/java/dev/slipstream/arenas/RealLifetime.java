package dev.slipstream.arenas;

import dev.slipstream.stress.arenas.Counted;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The library's lifetime. It lies in that package, since only there it can be put on stripes without contention. */
public final class RealLifetime implements Counted {
    private static final Pattern USERS = Pattern.compile("acquired by (\\d+) users?");

    private final StripedLifetime lifetime;

    public RealLifetime(Runnable free) {
        lifetime = new StripedLifetime(free);
    }

    @Override
    public boolean acquire() {
        return lifetime.tryAcquire();
    }

    @Override
    public void release() {
        lifetime.release();
    }

    @Override
    public long close() {
        try {
            lifetime.close();
            return 0;
        } catch (IllegalStateException e) {
            Matcher users = USERS.matcher(e.getMessage());
            return users.matches() ? Long.parseLong(users.group(1)) : CLOSED_BEFORE;
        }
    }

    /** {@return whether there are no users} */
    public boolean closeWhenUnused() {
        return lifetime.closeWhenUnused();
    }

    @Override
    public boolean stripe() {
        lifetime.stripe();
        return lifetime.isStriped();
    }
}
