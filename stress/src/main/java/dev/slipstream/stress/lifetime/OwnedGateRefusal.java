package dev.slipstream.stress.lifetime;

import dev.slipstream.stress.OwnedGate;
import dev.slipstream.stress.Refusal;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A close that was refused changes nothing for who counts beside its stripe. */
@JCStressTest
@Outcome(id = "exact, refused, freed 1", expect = Expect.ACCEPTABLE, desc = "Nothing came of what was refused.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Closed in use, or some of the count was lost.")
@State
public class OwnedGateRefusal {
    private final Refusal refusal = new Refusal(OwnedGate::new);

    @Actor
    public void user(LLL_Result result) {
        result.r1 = refusal.use();
    }

    @Actor
    public void closer(LLL_Result result) {
        result.r2 = refusal.close();
    }

    @Arbiter
    public void afterwards(LLL_Result result) {
        result.r3 = refusal.afterwards();
    }
}
