package dev.slipstream.stress.naming;

import dev.slipstream.runtime.naming.RealFile;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Target of a guarded file that detects a double close and a write after close. */
public final class Sink extends OutputStream {
    private static final int SPINS = 8;

    private final AtomicInteger closes = new AtomicInteger();
    private volatile boolean late;
    private volatile boolean inside;

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    /** Takes time as a system call does; the file must be open until its end. */
    @Override
    public void write(byte[] bytes, int from, int length) {
        inside = true;
        for (int i = 0; i < SPINS; i++) {
            late |= closes.get() > 0;
            Thread.onSpinWait();
        }
        late |= closes.get() > 0;
        inside = false;
    }

    @Override
    public void close() {
        closes.getAndIncrement();
    }

    /** Tells whether a write is under way. */
    public boolean isInside() {
        return inside;
    }

    /** Returns how often it was closed, and whether a write came or ended afterwards. */
    public String end() {
        return "closed " + closes.get() + (late ? ", written afterwards" : "");
    }

    /** File that one thread writes and another closes. */
    public interface SharedFile {
        /** Writes. Called by one thread. */
        void write();

        /** Closes the file. Called by the other thread. */
        void close();
    }

    /** Checks that the file is open and then writes: it may be closed in between. */
    static final class ClosesWhileWriting implements SharedFile {
        private final Sink sink;
        private volatile boolean closed;

        ClosesWhileWriting(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void write() {
            if (!closed) {
                sink.write(0);
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                sink.close();
            }
        }
    }

    /** A thread ends and closes its file while the publisher writes. */
    @JCStressTest
    @Outcome(id = "closed 1", expect = Expect.ACCEPTABLE, desc = "Closed once, and not written to afterwards.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Left open, closed twice, or written to when closed.")
    @State
    public static class FileEnd {
        private final Sink sink = new Sink();
        private final SharedFile file = new RealFile(sink);

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

    /** A thread whose publisher ends is named by the JDK; nothing may be written after that. */
    @JCStressTest
    @Outcome(id = "closed 1, false", expect = Expect.ACCEPTABLE, desc = "Closed once, and nothing is being written.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Something is, or the file was not closed just once.")
    @State
    public static class FileEndAwaited {
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

    /** End of a file with {@link ClosesWhileWriting}. */
    @JCStressTest
    @Outcome(id = "closed 1", expect = Expect.ACCEPTABLE, desc = "Closed once, and not written to afterwards.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Written to when closed.")
    @State
    public static class BrokenClosesWhileWriting {
        private final Sink sink = new Sink();
        private final SharedFile file = new ClosesWhileWriting(sink);

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
}
