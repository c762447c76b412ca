package dev.slipstream.stress.broken;

import dev.slipstream.stress.Reads;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A reader of many, with {@link EndsBeforeSeeking}. */
@JCStressTest
@Outcome(id = "right", expect = Expect.ACCEPTABLE, desc = "Every byte was read once, in order, and the position is right.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, read twice, or out of order, as it should be here.")
@State
public class ReaderOfManyEndsBeforeSeeking {
    private final Reads reads = new Reads(EndsBeforeSeeking::new);

    @Actor
    public void owner() {
        reads.readOn();
    }

    @Actor
    public void other() {
        reads.readMany();
    }

    @Arbiter
    public void afterwards(L_Result result) {
        result.r1 = reads.afterwards();
    }
}
