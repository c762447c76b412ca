package dev.slipstream.it.program;

import dev.slipstream.it.program.common.NativeName;
import java.util.Random;

/** Measures the delay between a rename by a thread itself and the change of its native name. */
public final class NameLatency {
    private static final int ROUNDS = 30;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private NameLatency() {}

    /** Prints how many of {@value #ROUNDS} renames took longer than two intervals. Argument: the interval in milliseconds. */
    public static void main(String[] args) throws Exception {
        int interval = Integer.parseInt(args[0]);
        Random random = new Random(42);
        for (int i = 0; i < 20; i++) {
            Thread.currentThread().setName("known-" + i);
        }
        int late = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Thread.sleep(random.nextInt(interval));
            Thread.currentThread().setName("round-" + i);
            long start = System.nanoTime();
            while (!NativeName.own().equals("round-" + i)) {
                Thread.sleep(1);
            }
            late += System.nanoTime() - start > 2L * interval * NANOS_PER_MILLI ? 1 : 0;
        }
        System.out.println("late " + late);
    }
}
