package dev.slipstream.stress;

import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Function;

/**
 * A file that one thread reads byte by byte while another comes in between. Its own methods are what the kernel does, one at a
 * time, behind what the rewritten methods of a stream call first.
 */
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

    /** The owner's: gets ahead, and then reads on. */
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
        Memory.dawdle(AFTER);
    }

    /** Another one reads as well. */
    public void readToo() {
        waitUntilAhead();
        for (int i = 0; i < 3; i++) {
            second[secondCount++] = (byte) read();
        }
    }

    /** Another one reads some at once. */
    public void readMany() {
        waitUntilAhead();
        secondCount = read(second, 0, 5);
    }

    /** Whoever detaches has all given back, more than once, and does not read. */
    public void giveBack() {
        waitUntilAhead();
        ahead.giveBack();
        ahead.giveBack();
    }

    /** When both have ended: all bytes up to the position were read, once, and by each in order. */
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
}
