package dev.slipstream.stress.naming;

import dev.slipstream.naming.RealFile;
import dev.slipstream.stress.GuardedFile;
import dev.slipstream.stress.Sink;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A thread ends, and closes its file, while the publisher writes. */
@JCStressTest
@Outcome(id = "closed 1", expect = Expect.ACCEPTABLE, desc = "Closed once, and not written to afterwards.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Left open, closed twice, or written to when closed.")
@State
public class FileEnd {
    private final Sink sink = new Sink();
    private final GuardedFile file = new RealFile(sink);

    @Actor
    public void publisher() {
        file.write();
        file.write();
    }

    @Actor
    public void owner() {
        file.close();
        file.close();
    }

    @Arbiter
    public void afterwards(L_Result result) {
        file.write();
        result.r1 = sink.end();
    }
}
