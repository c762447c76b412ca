package dev.slipstream.stress.broken;

import dev.slipstream.stress.Renames;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The last name, with {@link CountsAfterPush}. */
@JCStressTest
@Outcome(id = "last", expect = Expect.ACCEPTABLE, desc = "The last names were fetched, and a later one too.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A name was lost, as it should be here.")
@State
public class LastNameCountsAfterPush {
    private final Renames renames = new Renames(new CountsAfterPush());

    @Actor
    public void owners() {
        renames.rename();
    }

    @Actor
    public void publisher() {
        renames.publish();
    }

    @Arbiter
    public void afterwards(L_Result result) {
        result.r1 = renames.afterwards();
    }
}
