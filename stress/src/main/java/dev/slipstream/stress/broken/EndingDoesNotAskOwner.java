package dev.slipstream.stress.broken;

import dev.slipstream.stress.Ending;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** The ending, with {@link DoesNotAskOwner}. */
@JCStressTest
@Outcome(id = "closed, unused before, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed before anybody used it.")
@Outcome(id = "refused:1, used refused:1 closed, freed 1", expect = Expect.ACCEPTABLE, desc = "Refused, and closed by the user.")
@Outcome(id = "closed, used refused:1 before, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed after the user.")
@Outcome(id = "before, used refused:1 closed, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed by the user, and once only.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No order explains that, as it should be here.")
@State
public class EndingDoesNotAskOwner {
    private final Ending ending = new Ending(DoesNotAskOwner::new);

    @Actor
    public void closer(LLL_Result result) {
        result.r1 = ending.close();
    }

    @Actor
    public void user(LLL_Result result) {
        result.r2 = ending.useAndClose();
    }

    @Arbiter
    public void afterwards(LLL_Result result) {
        result.r3 = ending.afterwards();
    }
}
