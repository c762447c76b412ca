package dev.slipstream.stress.broken;

import dev.slipstream.stress.Generation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The end, with {@link LooksAfterwards}. */
@JCStressTest
@Outcome(id = "freed 1", expect = Expect.ACCEPTABLE, desc = "Freed when the one that was out was back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Freed too early, or not once, as it should be here.")
@State
public class EndLooksAfterwards {
    private final Generation generation = new Generation(LooksAfterwards::new);

    @Actor
    public void one() {
        generation.giveBack();
    }

    @Actor
    public void closer() {
        generation.end();
    }

    @Arbiter
    public void afterwards(L_Result result) {
        result.r1 = generation.afterwards();
    }
}
