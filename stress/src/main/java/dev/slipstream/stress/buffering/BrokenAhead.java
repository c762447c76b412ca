package dev.slipstream.stress.buffering;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

/** The protocol of {@code java.io.ReadAhead} in short, with two steps for subclasses to change. */
abstract class BrokenAhead implements Reads.Ahead {
    static final int BUSY = -1;
    static final int OVER = -2;

    private static final int RUN = 16;
    private static final int SIZE = 64;

    /** Bytes that are not delivered yet. */
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

    /** Takes one of the undelivered bytes, as the owner. */
    boolean take(int unserved) {
        return left.compareAndSet(unserved, unserved - 1);
    }

    /** Gives undelivered bytes back and releases the stream. */
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

    /** The owner reads the number left and then writes one fewer: they may be given back in between. */
    static final class TakesWithoutComparing extends BrokenAhead {
        TakesWithoutComparing(InputStream file) {
            super(file);
        }

        @Override
        boolean take(int unserved) {
            if (left.get() != unserved) {
                return false;
            }
            left.set(unserved - 1);
            return true;
        }
    }

    /** Publishes the end before it gives back: the owner may read at a wrong position in between. */
    static final class EndsBeforeSeeking extends BrokenAhead {
        EndsBeforeSeeking(InputStream file) {
            super(file);
        }

        @Override
        void giveBack(int unserved, int next) {
            left.set(next);
            seek(unserved);
            letGo();
        }
    }
}
