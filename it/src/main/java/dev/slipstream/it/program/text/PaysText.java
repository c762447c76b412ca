package dev.slipstream.it.program.text;

import com.sun.management.ThreadMXBean;
import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;

/** Thread that builds texts in builders that have to grow, and allocates other things. See {@link Recorded} for the arguments. */
public final class PaysText extends Thread {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BATCH = 100;
    private static final int SHORTEST = 36;
    private static final int LONGEST = 56;
    private static final int OTHER = 80;

    /** Capacities that a builder of 16 characters grows to, one after the other, for such a text. */
    private static final int GROWN = 34;
    private static final int GROWN_AGAIN = 70;

    private static volatile Object sink;
    private volatile long builders;
    private volatile long bytes;

    private PaysText() {
        super("builds");
        setDaemon(true);
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        PaysText thread = new PaysText();
        thread.start();
        long perBuilder = sizeOf(GROWN) + sizeOf(GROWN_AGAIN);
        Recorded.record(arguments, () -> thread.builders * perBuilder, () -> thread.bytes);
    }

    private static long sizeOf(int length) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000; i++) {
            sink = new byte[length];
        }
        return Math.round((THREADS.getCurrentThreadAllocatedBytes() - before) / 1e3 / 8) * 8;
    }

    @Override
    public void run() {
        SplittableRandom random = new SplittableRandom(1);
        Turns.Computing computing = new Turns.Computing();
        while (true) {
            for (int i = 0; i < BATCH; i++) {
                // The lengths vary, so that different allocations exhaust the TLAB.
                sink = pay(random.nextInt(SHORTEST, LONGEST));
                sink = new byte[OTHER + random.nextInt(OTHER)];
            }
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
}
