package dev.slipstream.stress.naming;

import dev.slipstream.naming.RealHandover;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A call, as at the end of a publisher, ends its sleep or keeps it from beginning. */
@JCStressTest
@Outcome(id = "heard", expect = Expect.ACCEPTABLE, desc = "The sleep ended, or did not begin.")
@Outcome(id = "overslept", expect = Expect.FORBIDDEN, desc = "The publisher slept on.")
@State
public class Call {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final RealHandover handover = new RealHandover();

    @Actor
    public void publisher(L_Result result) {
        result.r1 = handover.awaitCall(PATIENCE) ? "heard" : "overslept";
    }

    @Actor
    public void caller() {
        handover.call();
    }
}
