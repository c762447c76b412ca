package dev.slipstream.stress.lifetime;

import dev.slipstream.arenas.RealLifetime;
import dev.slipstream.stress.Switch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A lifetime is put on stripes while it is in use. */
@JCStressTest
@Outcome(id = "1 0 freed 1", expect = Expect.ACCEPTABLE, desc = "One was left, and then it could be closed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The count is not what it was.")
@State
public class LifetimeSwitch {
    private final Switch change = new Switch(RealLifetime::new);

    @Actor
    public void user() {
        change.use();
    }

    @Actor
    public void other() {
        change.stripe();
    }

    @Arbiter
    public void afterwards(L_Result result) {
        result.r1 = change.afterwards();
    }
}
