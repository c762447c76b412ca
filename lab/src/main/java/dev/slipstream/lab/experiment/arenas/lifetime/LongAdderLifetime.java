package dev.slipstream.lab.experiment.arenas.lifetime;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Acquires and releases in a {@link LongAdder} each, the obvious way to make a counter scale. Its sum is no snapshot, so a
 * lifetime needs more than one might think:
 *
 * <ul> <li><i>Look again.</i> A user may come while the closer adds up. So the closer first says that it is closing, and a
 * user, once it
 *     is counted, looks whether somebody is; if so it backs out, and waits for what comes of it.
 * <li><i>A fence.</i> An adder's increment is a compare-and-set with release semantics only, which need not come before the
 * look that
 *     follows it. With a fence on either side, either the user sees the closer, or the closer counts the user.
 * <li><i>Two adders, and the releases first.</i> With one adder a user that comes and backs out meanwhile, on two cells, may
 *     count as minus one, and hide another who is there. Each release that is added up has its acquire added up afterwards; so if
 *     both sums are equal, every acquire has been released.
 * </ul>
 *
 * <p>The closer may be refused for users that are just backing out, and a release too many is not noticed.
 */
public final class LongAdderLifetime implements Lifetime {
    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    private final AtomicInteger state = new AtomicInteger(OPEN);
    private final LongAdder acquired = new LongAdder();
    private final LongAdder released = new LongAdder();

    @Override
    public void acquire() {
        while (true) {
            acquired.increment();
            VarHandle.fullFence();
            int seen = state.get();
            if (seen == OPEN) {
                return;
            }
            released.increment();
            while (seen == CLOSING) {
                Thread.onSpinWait();
                seen = state.get();
            }
            if (seen == CLOSED) {
                throw new IllegalStateException("already closed");
            }
        }
    }

    @Override
    public void release() {
        released.increment();
    }

    @Override
    public void close() {
        while (!state.compareAndSet(OPEN, CLOSING)) {
            if (state.get() == CLOSED) {
                throw new IllegalStateException("already closed");
            }
            Thread.onSpinWait();
        }
        VarHandle.fullFence();
        long ended = released.sum();
        long users = acquired.sum() - ended;
        state.set(users == 0 ? CLOSED : OPEN);
        if (users != 0) {
            throw new IllegalStateException("acquired by " + users);
        }
    }
}
