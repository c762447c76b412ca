package dev.slipstream.naming;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A file that one thread writes to and another closes. Neither waits for the other (but see {@link #closeAndWait}), the file is
 * closed once, and nothing is ever written after that: the number of a closed file may by then be that of somebody else's.
 *
 * <p>Argument. All steps are compare-and-set on one field, so they have one order. {@code OPEN} to {@code WRITING} can only be
 * made by the writer, and the way back or on, to {@code CLOSED}, only by it too; so in {@code WRITING} and {@code DYING} the
 * writer alone touches the file. Of {@code OPEN} to {@code CLOSED} (the closer's) and {@code DYING} to {@code CLOSED} (the
 * writer's) only one can happen, since nothing leads from {@code CLOSED} anywhere, and who makes it closes the file: once. A
 * write begins with a step that is impossible from {@code CLOSED}: never afterwards.
 */
final class NameFile implements AutoCloseable {
    private static final int OPEN = 0;
    private static final int WRITING = 1;

    /** To be closed by the writer, when it has written. */
    private static final int DYING = 2;
    private static final int CLOSED = 3;

    private static final int SPINS_BEFORE_YIELD = 1_000;
    private static final AtomicIntegerFieldUpdater<NameFile> STATE =
            AtomicIntegerFieldUpdater.newUpdater(NameFile.class, "state");

    private final OutputStream out;
    private volatile int state;

    NameFile(OutputStream out) {
        this.out = out;
    }

    /**
     * Writes, if the file is open. Called by one thread only.
     *
     * @return whether it was open
     */
    boolean write(byte[] bytes, int length) throws IOException {
        if (!STATE.compareAndSet(this, OPEN, WRITING)) {
            return false;
        }
        try {
            out.write(bytes, 0, length);
        } finally {
            if (!STATE.compareAndSet(this, WRITING, OPEN)) {
                state = CLOSED;
                out.close();
            }
        }
        return true;
    }

    /** Closes the file, or has the writer do it if it is writing. Any thread, any number of times. */
    @Override
    public void close() throws IOException {
        while (true) {
            int seen = state;
            if (seen == OPEN && STATE.compareAndSet(this, OPEN, CLOSED)) {
                out.close();
                return;
            }
            if (seen >= DYING || seen == WRITING && STATE.compareAndSet(this, WRITING, DYING)) {
                return;
            }
        }
    }

    /** As {@link #close}, and if the writer is writing, which takes a microsecond, waits until it has written. */
    void closeAndWait() throws IOException {
        close();
        for (int spins = 0; state != CLOSED; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
