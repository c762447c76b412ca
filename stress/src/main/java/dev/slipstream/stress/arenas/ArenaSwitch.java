package dev.slipstream.stress.arenas;

import dev.slipstream.stress.SharedArena;
import dev.slipstream.stress.Switch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A shared arena is put on stripes while it is in use. */
@JCStressTest
@Outcome(id = "1 0 freed 1", expect = Expect.ACCEPTABLE, desc = "One was left, and then it could be closed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The count is not what it was.")
@State
public class ArenaSwitch {
    private final Switch change = new Switch(SharedArena::new);

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
