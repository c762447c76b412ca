package dev.slipstream.stress.lifetime;

import dev.slipstream.arenas.RealLifetime;
import dev.slipstream.stress.LastUser;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A lifetime that is closed in use is freed by the last user. */
@JCStressTest
@Outcome(id = "used, freed, freed 1", expect = Expect.ACCEPTABLE, desc = "All users had ended.")
@Outcome(id = "used, left, freed 1", expect = Expect.ACCEPTABLE, desc = "The last user has freed it.")
@Outcome(id = "unused, left, freed 1", expect = Expect.ACCEPTABLE, desc = "No more came, and the one who was there has freed it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Freed in use, or not once.")
@State
public class LifetimeLastUser {
    private final LastUser lastUser = new LastUser(RealLifetime::new);

    @Actor
    public void user(LLL_Result result) {
        result.r1 = lastUser.use();
    }

    @Actor
    public void closer(LLL_Result result) {
        result.r2 = lastUser.close();
    }

    @Arbiter
    public void afterwards(LLL_Result result) {
        result.r3 = lastUser.afterwards();
    }
}
