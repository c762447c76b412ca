package dev.slipstream.stress.naming;

import dev.slipstream.naming.RealFile;
import dev.slipstream.stress.Sink;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A thread whose publisher ends has the JDK name it, and nothing may be written after that. */
@JCStressTest
@Outcome(id = "closed 1, false", expect = Expect.ACCEPTABLE, desc = "Closed once, and nothing is being written.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is, or the file was not closed just once.")
@State
public class FileEndAwaited {
    private final Sink sink = new Sink();
    private final RealFile file = new RealFile(sink);

    @Actor
    public void publisher() {
        file.write();
        file.write();
        file.close();
    }

    @Actor
    public void owner(LL_Result result) {
        file.closeAndWait();
        result.r2 = sink.isInside();
    }

    @Arbiter
    public void afterwards(LL_Result result) {
        result.r1 = sink.end();
    }
}
