package dev.slipstream.lab.experiment.text;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/** How many bytes of objects the current thread makes. */
final class Allocated {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocated() {
    }

    /**
     * Runs something often, so that it is compiled, then counts.
     *
     * @param work gets the number of its turn
     * @param turns how often it runs for the count
     * @return bytes for each turn
     */
    static double perTurn(IntConsumer work, int turns) {
        run(work, turns);
        run(work, turns);
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        run(work, turns);
        return (THREADS.getThreadAllocatedBytes(thread) - before) / (double) turns;
    }

    private static void run(IntConsumer work, int turns) {
        for (int i = 0; i < turns; i++) {
            work.accept(i);
        }
    }
}
