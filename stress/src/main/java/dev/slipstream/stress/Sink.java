package dev.slipstream.stress;

import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** What a guarded file writes to: notices whether it is closed too often, or too early. */
public final class Sink extends OutputStream {
    private static final int SPINS = 8;

    private final AtomicInteger closes = new AtomicInteger();
    private volatile boolean late;
    private volatile boolean inside;

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    /** Takes a while, as a system call does, and its file must be open at the end of it too. */
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

    /** Whether a write is under way. */
    public boolean isInside() {
        return inside;
    }

    /** How often it was closed, and whether a write came, or went on, afterwards. */
    public String end() {
        return "closed " + closes.get() + (late ? ", written afterwards" : "");
    }
}
