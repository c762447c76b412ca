package dev.slipstream.stress.buffering;

import dev.slipstream.stress.Pause;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * File that one thread reads byte by byte while another thread interferes. Its own methods simulate system calls, one at a time;
 * the rewritten methods of a stream call the graft before them.
 */
@Outcome(id = "right", expect = Expect.ACCEPTABLE, desc = "Every byte was read once, in order, and the position is right.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, read twice, or out of order.")
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

    /** Two threads read one stream byte by byte. */
    @JCStressTest
    @JCStressMeta(Reads.class)
    @State
    public static class TwoReaders {
        private final Reads reads = new Reads(GraftedAhead::new);

        @Actor
        public void owner() {
            reads.readOn();
        }

        @Actor
        public void other() {
            reads.readToo();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = reads.afterwards();
        }
    }

    /** A thread reads several bytes at once from a stream that another thread has read ahead. */
    @JCStressTest
    @JCStressMeta(Reads.class)
    @State
    public static class ReaderOfMany {
        private final Reads reads = new Reads(GraftedAhead::new);

        @Actor
        public void owner() {
            reads.readOn();
        }

        @Actor
        public void other() {
            reads.readMany();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = reads.afterwards();
        }
    }

    /** Bytes that were read ahead are given back while the owner reads them. */
    @JCStressTest
    @JCStressMeta(Reads.class)
    @State
    public static class ReaderAtDetach {
        private final Reads reads = new Reads(GraftedAhead::new);

        @Actor
        public void owner() {
            reads.readOn();
        }

        @Actor
        public void other() {
            reads.giveBack();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = reads.afterwards();
        }
    }

    /** Two readers with {@link BrokenAhead.TakesWithoutComparing}. */
    @JCStressTest
    @JCStressMeta(Reads.class)
    @State
    public static class BrokenTwoReaders {
        private final Reads reads = new Reads(BrokenAhead.TakesWithoutComparing::new);

        @Actor
        public void owner() {
            reads.readOn();
        }

        @Actor
        public void other() {
            reads.readToo();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = reads.afterwards();
        }
    }

    /** Reader of several bytes with {@link BrokenAhead.EndsBeforeSeeking}. */
    @JCStressTest
    @JCStressMeta(Reads.class)
    @State
    public static class BrokenReaderOfMany {
        private final Reads reads = new Reads(BrokenAhead.EndsBeforeSeeking::new);

        @Actor
        public void owner() {
            reads.readOn();
        }

        @Actor
        public void other() {
            reads.readMany();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = reads.afterwards();
        }
    }

    /** Giving back with {@link BrokenAhead.TakesWithoutComparing}. */
    @JCStressTest
    @JCStressMeta(Reads.class)
    @State
    public static class BrokenReaderAtDetach {
        private final Reads reads = new Reads(BrokenAhead.TakesWithoutComparing::new);

        @Actor
        public void owner() {
            reads.readOn();
        }

        @Actor
        public void other() {
            reads.giveBack();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = reads.afterwards();
        }
    }
}
