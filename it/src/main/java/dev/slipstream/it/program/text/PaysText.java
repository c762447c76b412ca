package dev.slipstream.it.program.text;

import com.sun.management.ThreadMXBean;
import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;

/**
 * Thread that builds texts in builders that have to grow, and allocates other things. See {@link Recorded} for the arguments. With
 * {@code by=buffer} the builders are buffers, with {@code by=text} they begin with a text, and with {@code by=long} the texts have
 * some thousand characters.
 */
public final class PaysText extends Thread {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BATCH = 100;
    private static final int SHORTEST = 36;
    private static final int LONGEST = 56;
    private static final int OTHER = 80;

    private static final int LONG = 40;
    private static final int CAPACITY = 16;

    private static volatile Object sink;
    private final String by;
    private volatile long builders;
    private volatile long grown;
    private volatile long bytes;

    private PaysText(String by) {
        super("builds");
        this.by = by;
        setDaemon(true);
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        PaysText thread = new PaysText(Recorded.by(arguments));
        thread.start();
        Recorded.record(arguments, () -> new Recorded.Work(thread.grown, thread.bytes, thread.bytes, thread.builders));
    }

    private static long sizeOf(int length) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000; i++) {
            sink = new byte[length];
        }
        return Math.round((THREADS.getCurrentThreadAllocatedBytes() - before) / 1e3 / 8) * 8;
    }

    /** Returns the bytes of the arrays to which a builder grows, one after the other, for texts of each length. */
    private static long[] grown(int capacity, int longest) {
        long[] grown = new long[longest];
        int reached = capacity;
        long bytes = 0;
        for (int length = 0; length < longest; length++) {
            if (length > reached) {
                reached = 2 * reached + 2;
                bytes += sizeOf(reached);
            }
            grown[length] = bytes;
        }
        return grown;
    }

    @Override
    public void run() {
        SplittableRandom random = new SplittableRandom(1);
        Turns.Computing computing = new Turns.Computing();
        int times = by.equals("long") ? LONG : 1;
        long[] growth = grown(CAPACITY + (by.equals("text") ? 1 : 0), times * LONGEST);
        while (true) {
            long grew = 0;
            for (int i = 0; i < BATCH; i++) {
                // The lengths vary, so that different allocations exhaust the TLAB.
                int length = times * random.nextInt(SHORTEST, LONGEST);
                grew += growth[length];
                sink = switch (by) {
                    case "buffer" -> payByBuffer(length);
                    case "text" -> payByText(length);
                    default -> pay(length);
                };
                sink = new byte[times * (OTHER + random.nextInt(OTHER))];
            }
            grown += grew;
            builders += BATCH;
            computing.run();
            bytes = THREADS.getCurrentThreadAllocatedBytes();
        }
    }

    private static String pay(int length) {
        StringBuilder builder = new StringBuilder();
        for (int i = 0; i < length; i++) {
            builder.append((char) ('a' + i % 26));
        }
        return builder.toString();
    }

    private static String payByText(int length) {
        StringBuilder builder = new StringBuilder("a");
        for (int i = 1; i < length; i++) {
            builder.append((char) ('a' + i % 26));
        }
        return builder.toString();
    }

    @SuppressWarnings("JdkObsolete")
    private static String payByBuffer(int length) {
        StringBuffer buffer = new StringBuffer();
        for (int i = 0; i < length; i++) {
            buffer.append((char) ('a' + i % 26));
        }
        return buffer.toString();
    }
}
