package dev.slipstream.lab.experiment.text;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/** Meter of the bytes that the current thread allocates. */
final class Allocated {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocated() {
    }

    /**
     * Warms the work up until it is compiled, then measures it.
     *
     * @param work receives the number of the turn
     * @param turns the number of measured turns
     * @return the bytes per turn
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
