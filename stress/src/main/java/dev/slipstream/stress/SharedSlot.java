package dev.slipstream.stress;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A slot that two sessions have one after the other, step by step as in the agent's {@code Slots}. There it takes thousands of
 * arenas before a slot is used again, so that late threads would hardly ever be met.
 */
public class SharedSlot {
    private static final long SEALED = Long.MIN_VALUE / 2;
    private static final int LEADS = 1;
    private static final int BUSY = 2;
    private static final int CLOSED = -1;

    /** Both of the same length, about. */
    private static final int LATE = 8;

    private volatile AtomicLong stripe = new AtomicLong();
    private volatile int word = LEADS;

    /** A user of the first session. */
    public final String use() {
        while (true) {
            int seen = word;
            if (seen == CLOSED) {
                return "too late";
            }
            Memory.dawdle(LATE);
            AtomicLong found = stripe;
            if (isStill(seen) && found != null && found.getAndAdd(1) > SEALED / 2) {
                return "counted";
            }
            Thread.onSpinWait();
        }
    }

    /** Whether the first session's word is what it was. */
    protected boolean isStill(int seen) {
        return word == seen;
    }

    /** The first session is closed, unless it has a user; the second gets the slot, and is closed as well. */
    public final String succeed() {
        Memory.dawdle(LATE);
        word = BUSY;
        AtomicLong first = stripe;
        long users = first.getAndSet(SEALED);
        if (users != 0) {
            first.set(users);
            word = LEADS;
            return "refused:" + users;
        }
        word = CLOSED;
        stripe = null;
        AtomicLong second = new AtomicLong();
        stripe = second;
        Memory.dawdle(LATE);
        return "closed, then the second with users:" + second.getAndSet(SEALED);
    }
}
