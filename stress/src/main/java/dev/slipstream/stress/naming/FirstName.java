package dev.slipstream.stress.naming;

import dev.slipstream.naming.RealHandover;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A name that is left while the publisher falls asleep keeps it awake, or wakes it. */
@JCStressTest
@Outcome(id = "found", expect = Expect.ACCEPTABLE, desc = "The name was found, before the sleep or after.")
@Outcome(id = "overslept", expect = Expect.FORBIDDEN, desc = "The publisher slept on.")
@State
public class FirstName {
    /** Far beyond what a busy machine could make of a sleep that ends. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final RealHandover handover = new RealHandover();

    @Actor
    public void publisher(L_Result result) {
        long start = System.nanoTime();
        boolean found = handover.await(PATIENCE);
        result.r1 = found && System.nanoTime() - start < PATIENCE ? "found" : "overslept";
    }

    @Actor
    public void owner() {
        handover.renameOne("first");
    }
}
