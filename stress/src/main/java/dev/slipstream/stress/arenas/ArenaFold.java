package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Fold;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A shared arena is put back on one counter while it is in use. */
@JCStressTest
@Outcome(id = "1 0 freed 1", expect = Expect.ACCEPTABLE, desc = "One was left, and then it could be closed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The count is not what it was.")
@State
public class ArenaFold {
    private final Fold back = new Fold();

    @Actor
    public void user() {
        back.use();
    }

    @Actor
    public void other() {
        back.fold();
    }

    @Arbiter
    public void afterwards(L_Result result) {
        result.r1 = back.afterwards();
    }
}
