package dev.slipstream.stress.lifetime;

import dev.slipstream.stress.OwnedStripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The owner of a stripe and another thread release at the same time. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Both have left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A release was lost, or counted twice.")
@State
public class OwnedStripeUsers {
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
