package dev.slipstream.stress.broken;

import dev.slipstream.stress.Refusal;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** The refusal, with {@link RefusesWhileSealed}. */
@JCStressTest
@Outcome(id = "exact, refused, freed 1", expect = Expect.ACCEPTABLE, desc = "Nothing came of what was refused.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Closed in use, or the count is wrong, as it should be here.")
@State
public class RefusalRefusesWhileSealed {
    private final Refusal refusal = new Refusal(RefusesWhileSealed::new);

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
