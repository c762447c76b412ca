package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Slot that two sessions use one after the other, step by step as in the agent's {@code Slots}. There a slot is reused only after
 * thousands of arenas, so a test would hardly ever meet a late thread.
 */
@Outcome(id = "counted, refused:1", expect = Expect.ACCEPTABLE, desc = "Used, so that it is not closed.")
@Outcome(id = "too late, closed, then the second with users:0", expect = Expect.ACCEPTABLE, desc = "Closed first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No order of the steps explains that.")
public class SharedSlot {
    private static final long SEALED = Long.MIN_VALUE / 2;
    private static final int LEADS = 1;
    private static final int BUSY = 2;
    private static final int CLOSED = -1;

    /** Upper limit of the pauses of both actors, in spins. */
    private static final int LATE = 8;

    private volatile AtomicLong stripe = new AtomicLong();
    private volatile int word = LEADS;

    /** Acquires the first session. */
    public final String use() {
        while (true) {
            int seen = word;
            if (seen == CLOSED) {
                return "too late";
            }
            Pause.upTo(LATE);
            AtomicLong found = stripe;
            if (isStill(seen) && found != null && found.getAndAdd(1) > SEALED / 2) {
                return "counted";
            }
            Thread.onSpinWait();
        }
    }

    /** Tells whether the word of the first session is unchanged. */
    protected boolean isStill(int seen) {
        return word == seen;
    }

    /** Closes the first session unless it has a user, gives the slot to the second session, and closes that. */
    public final String succeed() {
        Pause.upTo(LATE);
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
        Pause.upTo(LATE);
        return "closed, then the second with users:" + second.getAndSet(SEALED);
    }

    /** A user that does not read the word again counts for the next session in the slot. */
    static final class LooksOnce extends SharedSlot {
        @Override
        protected boolean isStill(int seen) {
            return true;
        }
    }

    /** A late acquire does not count for the next session in the slot. */
    @JCStressTest
    @JCStressMeta(SharedSlot.class)
    @State
    public static class Reuse {
        private final SharedSlot slot = new SharedSlot();

        @Actor
        public void user(LL_Result result) {
            result.r1 = slot.use();
        }

        @Actor
        public void closer(LL_Result result) {
            result.r2 = slot.succeed();
        }
    }

    /** Reuse of a slot with {@link LooksOnce}. */
    @JCStressTest
    @JCStressMeta(SharedSlot.class)
    @State
    public static class BrokenLooksOnce {
        private final SharedSlot slot = new LooksOnce();

        @Actor
        public void user(LL_Result result) {
            result.r1 = slot.use();
        }

        @Actor
        public void closer(LL_Result result) {
            result.r2 = slot.succeed();
        }
    }
}
