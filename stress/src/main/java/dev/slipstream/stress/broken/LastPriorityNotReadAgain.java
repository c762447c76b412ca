package dev.slipstream.stress.broken;

import dev.slipstream.stress.Changes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The last priority, with {@link AppliesOnce}. */
@JCStressTest
@Outcome(id = "the last", expect = Expect.ACCEPTABLE, desc = "The kernel has the last Java priority.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The kernel has an earlier one, as it should here.")
@State
public class LastPriorityNotReadAgain {
    private final Changes changes = new Changes(new AppliesOnce());

    @Actor
    public void one() {
        changes.change(1, 2);
    }

    @Actor
    public void other() {
        changes.change(3, 4);
    }

    @Arbiter
    public void afterwards(L_Result result) {
        result.r1 = changes.afterwards();
    }
}
