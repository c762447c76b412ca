package dev.slipstream.stress.lifetime;

import dev.slipstream.stress.SharedSlot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A user who is late does not count for the next session in the slot. */
@JCStressTest
@Outcome(id = "counted, refused:1", expect = Expect.ACCEPTABLE, desc = "Used, so that it is not closed.")
@Outcome(id = "too late, closed, then the second with users:0", expect = Expect.ACCEPTABLE, desc = "Closed first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No order of the steps explains that.")
@State
public class SlotReuse {
    private final SharedSlot slot = new SharedSlot();

    @Actor
    public void user(LL_Result result) {
        result.r1 = slot.use();
    }

    @Actor
    public void closer(LL_Result result) {
        result.r2 = slot.succeed();
    }
}
