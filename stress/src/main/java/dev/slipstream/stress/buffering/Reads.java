package dev.slipstream.stress.buffering;

import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/**
 * File that one thread reads byte by byte while another thread interferes. Its own methods simulate system calls, one at a time;
 * the rewritten methods of a stream call the graft before them.
 */
@Outcome(id = "right", expect = Expect.ACCEPTABLE, desc = "Every byte was read once, in order, and the position is right.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, read twice, or out of order.")
@Run(name = "TwoReaders", actors = {"readOn", "readToo"},
        holds = GraftedAhead.class, broken = BrokenAhead.TakesWithoutComparing.class)
@Run(name = "ReaderOfMany", actors = {"readOn", "readMany"},
        holds = GraftedAhead.class, broken = BrokenAhead.EndsBeforeSeeking.class)
@Run(name = "ReaderAtDetach", actors = {"readOn", "giveBack"},
        holds = GraftedAhead.class, broken = BrokenAhead.TakesWithoutComparing.class)
public final class Reads extends InputStream {
    private static final int BYTES = 120;
    private static final int BEFORE = 20;
    private static final int AFTER = 12;

    private final Ahead ahead;
    private final byte[] first = new byte[BYTES];
    private final byte[] second = new byte[BYTES];
    private int firstCount;
    private int secondCount;
    private int position;
    private volatile boolean isAhead;

    public Reads(Function<InputStream, Ahead> kind) {
        ahead = kind.apply(this);
    }

    private synchronized int body() {
        return position < BYTES ? position++ : -1;
    }

    @Override
    public int read() {
        int next = ahead.next();
        return next >= 0 ? next : body();
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
        ahead.pause();
        synchronized (this) {
            int count = Math.min(length, BYTES - position);
            for (int i = 0; i < count; i++) {
                bytes[from + i] = (byte) position++;
            }
            return count == 0 && length > 0 ? -1 : count;
        }
    }

    @Override
    public long skip(long bytes) {
        ahead.pause();
        synchronized (this) {
            position += (int) bytes;
            return bytes;
        }
    }

    @Override
    public int available() {
        ahead.pause();
        synchronized (this) {
            return BYTES - position;
        }
    }

    /** Reads until the stream reads ahead, and then reads on. Called by the owner. */
    public void readOn() {
        for (int i = 0; i < BEFORE; i++) {
            first[firstCount++] = (byte) read();
        }
        isAhead = true;
        for (int i = 0; i < AFTER; i++) {
            first[firstCount++] = (byte) read();
        }
    }

    private void waitUntilAhead() {
        while (!isAhead) {
            Thread.onSpinWait();
        }
        Pause.upTo(AFTER);
    }

    /** Reads single bytes on another thread. */
    public void readToo() {
        waitUntilAhead();
        for (int i = 0; i < 3; i++) {
            second[secondCount++] = (byte) read();
        }
    }

    /** Reads several bytes at once on another thread. */
    public void readMany() {
        waitUntilAhead();
        secondCount = read(second, 0, 5);
    }

    /** Gives back repeatedly without reading, as a detach does. */
    public void giveBack() {
        waitUntilAhead();
        ahead.giveBack();
        ahead.giveBack();
    }

    /** Returns {@code right} if all bytes up to the position were read once, and by each thread in order. Called after both. */
    public String afterwards() {
        byte[] all = Arrays.copyOf(first, firstCount + secondCount);
        System.arraycopy(second, 0, all, firstCount, secondCount);
        Arrays.sort(all);
        for (int i = 0; i < all.length; i++) {
            if (all[i] != i) {
                return "lost or twice";
            }
        }
        if (!inOrder(first, firstCount) || !inOrder(second, secondCount)) {
            return "not in order";
        }
        return available() == BYTES - all.length ? "right" : "at another position";
    }

    private static boolean inOrder(byte[] bytes, int count) {
        for (int i = 1; i < count; i++) {
            if (bytes[i] <= bytes[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Methods of {@code java.io.ReadAhead}, described there. */
    public interface Ahead {
        int next();

        void pause();

        void end();

        void giveBack();
    }
}
