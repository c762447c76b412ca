package dev.slipstream.stress.priority;

import dev.slipstream.priority.RealSettling;
import dev.slipstream.stress.Changes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The last Java priority is the one that the kernel has in the end, whoever was faster. */
@JCStressTest
@Outcome(id = "the last", expect = Expect.ACCEPTABLE, desc = "The kernel has the last Java priority.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The kernel has an earlier one.")
@State
public class LastPriority {
    private final Changes changes = new Changes(new RealSettling());

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
