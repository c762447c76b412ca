package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Stripe with two users whose owner counts its releases beside the stripe, and its folding back to one counter, step by step as the
 * agent's {@code Releases}. In the agent, a test could not choose the owner or the moment of folding.
 */
public class OwnedStripe {
    private static final long SEALED = Long.MIN_VALUE / 2;
    private static final long OPEN = 0;
    private static final long ASKING = 1;
    private static final long NONE_COUNTED = 2;
    private static final int STRIPED = -1;
    private static final int BUSY = -2;
    private static final int USERS = 2;
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(OwnedStripe.class, "number", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AtomicInteger word = new AtomicInteger(STRIPED);
    private final AtomicLong stripe = new AtomicLong(USERS);
    private volatile long mark;
    private long number;

    /** Releases on the thread that owns the stripe. */
    public final void releaseAsOwner() {
        while (!releaseByWord() && !(word.get() == STRIPED && countBeside())) {
            Thread.onSpinWait();
        }
    }

    /** Releases on another thread. */
    public final void releaseAsOther() {
        while (!releaseByWord() && !(word.get() == STRIPED && countOnStripe())) {
            Thread.onSpinWait();
        }
    }

    private boolean releaseByWord() {
        int users = word.get();
        return users > 0 && word.compareAndSet(users, users - 1);
    }

    /** Counts as a thread that does not own the stripe. */
    protected boolean countOnStripe() {
        return stripe.getAndAdd(-1) > SEALED / 2;
    }

    /** Counts as the owner. */
    protected final boolean countBeside() {
        interpret();
        long next = number + 1;
        NUMBER.setRelease(this, next);
        // Orders the write before the read of the mark, for the compiler only.
        VarHandle.storeStoreFence();
        return mark == OPEN || isCounted(next);
    }

    /** Simulates interpreted code, where a thread may answer a handshake between reading the word and counting. */
    protected void interpret() {
        Pause.briefly();
    }

    /** Tells whether a release that may have come too late was counted in time. */
    protected boolean isCounted(long next) {
        while (mark == ASKING) {
            Thread.onSpinWait();
        }
        return mark - NONE_COUNTED >= next;
    }

    /** Folds the stripe back to one counter. */
    public final void fold() {
        Pause.briefly();
        mark = ASKING;
        handshake();
        word.set(BUSY);
        long counted = (long) NUMBER.getAcquire(this);
        Pause.upTo(2);
        mark = NONE_COUNTED + counted;
        word.set((int) (stripe.getAndSet(SEALED) - counted));
    }

    /** Brings all threads to a safepoint, which orders their memory accesses as a handshake with each does. */
    protected void handshake() {
        Thread.getAllStackTraces();
    }

    /** Returns the number of users left. */
    public final int users() {
        return word.get() == STRIPED ? (int) (stripe.get() - number) : word.get();
    }

    /** Omits the handshake: the owner may not have seen the mark, and its count may not be visible yet. */
    static final class DoesNotAsk extends OwnedStripe {
        @Override
        protected void handshake() {
            // No handshake.
        }
    }

    /** The owner assumes that its release was counted before the mark that it sees. */
    static final class DoesNotWait extends OwnedStripe {
        /** Long enough for a whole handshake. */
        private static final int HANDSHAKE = 2_048;

        @Override
        protected void interpret() {
            Pause.upTo(HANDSHAKE);
        }

        @Override
        protected boolean isCounted(long next) {
            return true;
        }
    }

    /** Both threads count as the owner. */
    static final class OwnItBoth extends OwnedStripe {
        @Override
        protected boolean countOnStripe() {
            return countBeside();
        }
    }

    /** The owner of a stripe releases while another thread folds it back to one counter. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "One has left, the other has not.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
    @State
    public static class FoldInUse {
        private final OwnedStripe stripe = new OwnedStripe();

        @Actor
        public void owner() {
            stripe.releaseAsOwner();
        }

        @Actor
        public void other() {
            stripe.fold();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = stripe.users();
        }
    }

    /** The owner of a stripe and another thread release at the same time. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Both have left.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
    @State
    public static class TwoUsers {
        private final OwnedStripe stripe = new OwnedStripe();

        @Actor
        public void owner() {
            stripe.releaseAsOwner();
        }

        @Actor
        public void other() {
            stripe.releaseAsOther();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = stripe.users();
        }
    }

    /** Folding with {@link DoesNotAsk}. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "One has left, the other has not.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
    @State
    public static class BrokenDoesNotAsk {
        private final OwnedStripe stripe = new DoesNotAsk();

        @Actor
        public void owner() {
            stripe.releaseAsOwner();
        }

        @Actor
        public void other() {
            stripe.fold();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = stripe.users();
        }
    }

    /** Folding with {@link DoesNotWait}. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "One has left, the other has not.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
    @State
    public static class BrokenDoesNotWait {
        private final OwnedStripe stripe = new DoesNotWait();

        @Actor
        public void owner() {
            stripe.releaseAsOwner();
        }

        @Actor
        public void other() {
            stripe.fold();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = stripe.users();
        }
    }

    /** Two users with {@link OwnItBoth}. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Both have left.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
    @State
    public static class BrokenOwnItBoth {
        private final OwnedStripe stripe = new OwnItBoth();

        @Actor
        public void owner() {
            stripe.releaseAsOwner();
        }

        @Actor
        public void other() {
            stripe.releaseAsOther();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = stripe.users();
        }
    }
}
