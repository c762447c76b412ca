package dev.slipstream.stress.broken;

import dev.slipstream.stress.GuardedFile;
import dev.slipstream.stress.Sink;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The end of a file, with {@link ClosesWhileWriting}. */
@JCStressTest
@Outcome(id = "closed 1", expect = Expect.ACCEPTABLE, desc = "Closed once, and not written to afterwards.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Written to when closed, as it should be here.")
@State
public class FileEndClosesWhileWriting {
    private final Sink sink = new Sink();
    private final GuardedFile file = new ClosesWhileWriting(sink);

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
