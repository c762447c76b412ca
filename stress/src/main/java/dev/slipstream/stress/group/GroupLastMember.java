package dev.slipstream.stress.group;

import dev.slipstream.arenas.RealShares;
import dev.slipstream.stress.Generation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A member is closed, while the last of its generation is opened and closed. */
@JCStressTest
@Outcome(id = "taken, freed 1", expect = Expect.ACCEPTABLE, desc = "Freed when both were back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Freed too early, or not once.")
@State
public class GroupLastMember {
    private final Generation generation = new Generation(RealShares::new);

    @Actor
    public void one() {
        generation.giveBack();
    }

    @Actor
    public void other(LL_Result result) {
        result.r1 = generation.takeAndGiveBack();
    }

    @Arbiter
    public void afterwards(LL_Result result) {
        result.r2 = generation.afterwards();
    }
}
