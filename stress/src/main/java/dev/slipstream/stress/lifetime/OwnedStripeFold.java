package dev.slipstream.stress.lifetime;

import dev.slipstream.stress.OwnedStripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The owner of a stripe releases while it is put back on one counter. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "One has left, the other has not.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
@State
public class OwnedStripeFold {
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
