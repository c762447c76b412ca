package dev.slipstream.runtime.naming;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * File that one thread writes and another closes. Neither waits for the other (but see {@link #closeAndWait}). The file is closed
 * once, and is never written afterwards, when its descriptor may already belong to another open file.
 *
 * <p>Argument. All steps are atomic updates of one field, so they have one order. Only the writer steps from {@code OPEN} to
 * {@code WRITING}, from there back to {@code OPEN}, and from {@code DYING} to {@code CLOSED}; so in {@code WRITING} and
 * {@code DYING} only the writer touches the file. A closer steps from {@code OPEN} to {@code CLOSED}. Only one step to
 * {@code CLOSED} can happen, since none leads out of it, and the thread that makes it closes the file: once. A write begins with a
 * step that is impossible in {@code CLOSED}, so no write follows the close.
 */
final class NameFile implements AutoCloseable {
    private static final int OPEN = 0;
    private static final int WRITING = 1;

    /** The writer closes the file after its write. */
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
     * Writes if the file is open. For one thread only.
     *
     * @return whether the file was open
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

    /** Closes the file, or leaves that to the writer if a write is in progress. For any thread, any number of times. */
    @Override
    public void close() throws IOException {
        while (true) {
            int seen = state;
            if (seen == OPEN && STATE.compareAndSet(this, OPEN, CLOSED)) {
                out.close();
                return;
            }
            if (seen >= DYING || (seen == WRITING && STATE.compareAndSet(this, WRITING, DYING))) {
                return;
            }
        }
    }

    /** Closes the file, and waits for a write in progress, which takes a microsecond. */
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
