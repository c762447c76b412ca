package dev.slipstream.lab.experiment.arenas.lifetime;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * One {@link LongAdder} each for acquires and releases, the obvious way to make a counter scale. An adder's sum is not a snapshot,
 * so a lifetime needs more:
 *
 * <ul>
 * <li><i>A second check.</i> A user may arrive while the closer sums up. So the closer first announces that it is closing. A user,
 *     once counted, checks for a closer; if there is one, the user backs out, and waits for the closer's outcome.
 * <li><i>A fence.</i> An adder's increment is a compare-and-set with release semantics only, which need not take effect before the
 *     check that follows it. With a fence on both sides, either the user sees the closer, or the closer counts the user.
 * <li><i>Two adders, and the releases first.</i> With one adder, a user that arrives and backs out during the sum, on two cells,
 *     may count as minus one, and hide another user that is present. With two adders, each release in the sum has its acquire
 *     summed afterwards; so if both sums are equal, every acquire has been released.
 * </ul>
 *
 * <p>The closer may fail because of users that are just backing out, and a surplus release is not detected.
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
