package dev.slipstream.stress.broken;

import dev.slipstream.stress.Generation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The last member, with {@link TakesInTwoSteps}. */
@JCStressTest
@Outcome(id = "taken, freed 1", expect = Expect.ACCEPTABLE, desc = "Freed when both were back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Freed too early, or not once, as it should be here.")
@State
public class LastMemberTakesInTwoSteps {
    private final Generation generation = new Generation(TakesInTwoSteps::new);

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
