package dev.slipstream.stress.broken;

import dev.slipstream.stress.Ahead;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

/** What {@code java.io.ReadAhead} does between threads, in short, with two steps for others to get wrong. */
abstract class BrokenAhead implements Ahead {
    static final int BUSY = -1;
    static final int OVER = -2;

    private static final int RUN = 16;
    private static final int SIZE = 64;

    /** Bytes that nobody has got yet. */
    final AtomicInteger left = new AtomicInteger();

    private final InputStream file;
    private final byte[] buffer = new byte[SIZE];
    private volatile Thread owner;
    private Thread holder;
    private int end;
    private int run;

    BrokenAhead(InputStream file) {
        this.file = file;
    }

    /** The owner takes one of so many. */
    boolean take(int unserved) {
        return left.compareAndSet(unserved, unserved - 1);
    }

    /** Whoever is busy gives so many back, and lets others go on. */
    void giveBack(int unserved, int next) {
        seek(unserved);
        holder = null;
        left.set(next);
    }

    final void seek(int unserved) {
        try {
            file.skip(-unserved);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final void letGo() {
        holder = null;
    }

    @Override
    public final int next() {
        int unserved = left.get();
        Thread me = Thread.currentThread();
        if (unserved > 0 && owner == me) {
            int next = buffer[end - unserved];
            if (take(unserved)) {
                return next;
            }
        }
        if (owner == null) {
            owner = me;
        }
        if (owner != me) {
            settle(OVER);
            return -1;
        }
        settle(0);
        if (left.get() != 0 || run++ < RUN || !left.compareAndSet(0, BUSY)) {
            return -1;
        }
        holder = me;
        try {
            int read = file.read(buffer, 0, SIZE);
            end = read;
            holder = null;
            left.set(Math.max(0, read - 1));
            return read > 0 ? buffer[0] : -1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public final void pause() {
        if (holder != Thread.currentThread()) {
            settle(owner == Thread.currentThread() ? 0 : OVER);
        }
    }

    @Override
    public final void end() {
        settle(OVER);
    }

    @Override
    public final void giveBack() {
        settle(0);
    }

    private void settle(int next) {
        for (int unserved = left.get(); unserved != OVER && (unserved != 0 || next != 0); unserved = left.get()) {
            if (unserved == BUSY) {
                Thread.onSpinWait();
            } else if (left.compareAndSet(unserved, BUSY)) {
                holder = Thread.currentThread();
                giveBack(unserved, next);
                return;
            }
        }
    }
}
