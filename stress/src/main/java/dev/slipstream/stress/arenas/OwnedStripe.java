package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/**
 * Stripe with two users, counted by the agent's own steps ({@code Releases}): its owner counts releases beside it, and it is
 * folded back to one counter. In the agent, a test could not choose the owner or the moment of folding.
 */
@Outcome(id = "exact", expect = Expect.ACCEPTABLE, desc = "Each release was counted once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
@Run(name = "FoldInUse", actors = {"releaseAsOwner", "fold"},
        holds = OwnedStripe.class, broken = {OwnedStripe.DoesNotAsk.class, OwnedStripe.DoesNotWait.class})
@Run(name = "TwoUsers", actors = {"releaseAsOwner", "releaseAsOther"},
        holds = OwnedStripe.class, broken = OwnedStripe.OwnItBoth.class)
public class OwnedStripe extends GraftedStripe {
    private static final int STRIPED = -1;
    private static final int BUSY = -2;
    private static final int USERS = 2;

    private final AtomicInteger word = new AtomicInteger(STRIPED);
    private final AtomicInteger expected = new AtomicInteger(USERS);

    public OwnedStripe() {
        super(USERS, false);
    }

    /** Releases on the thread that owns the stripe. */
    public final void releaseAsOwner() {
        while (!releaseByWord() && !(word.get() == STRIPED && countBeside())) {
            Thread.onSpinWait();
        }
        expected.getAndDecrement();
    }

    /** Releases on another thread. */
    public final void releaseAsOther() {
        while (!releaseByWord() && !(word.get() == STRIPED && countOnStripe())) {
            Thread.onSpinWait();
        }
        expected.getAndDecrement();
    }

    private boolean releaseByWord() {
        int users = word.get();
        return users > 0 && word.compareAndSet(users, users - 1);
    }

    /** Counts as a thread that does not own the stripe. */
    boolean countOnStripe() {
        return add(-1);
    }

    /** Counts as the owner. Pauses as interpreted code may, where a thread may answer a handshake after reading the word. */
    boolean countBeside() {
        Pause.briefly();
        return countRelease();
    }

    /** Folds the stripe back to one counter, in the order of {@code Folding}, on which {@code OrderTest} insists. */
    public final void fold() {
        Pause.briefly();
        askReleaser();
        handshake();
        word.set(BUSY);
        long onStripe = seal();
        word.set((int) (onStripe - countReleases()));
    }

    void handshake() {
        SharedArena.handshake();
    }

    /** {@return {@code exact}, or the number of users that are left} Called after both actors. */
    public final String afterwards() {
        int left = word.get() == STRIPED ? (int) (seal() - releases()) : word.get();
        return left == expected.get() ? "exact" : left + " users";
    }

    /** Omits the handshake: the owner may not have seen the mark, and its count may not be visible yet. */
    static final class DoesNotAsk extends OwnedStripe {
        @Override
        void handshake() {
            // No handshake.
        }
    }

    /** The owner assumes that its release was counted before the mark that it sees. */
    static final class DoesNotWait extends OwnedStripe {
        @Override
        boolean countBeside() {
            Pause.forAHandshake();
            countRelease();
            return true;
        }
    }

    /** Both threads count as the owner. */
    static final class OwnItBoth extends OwnedStripe {
        @Override
        boolean countOnStripe() {
            return countBeside();
        }
    }
}
