package dev.slipstream.lab.run;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Finds moments in which this thread has its core for itself. Two processors of a virtual machine may be hardware threads of one core,
 * shared with another program or with another machine. Code is then up to twice as slow, for seconds, and neither steal time nor the
 * load shows it.
 *
 * <p>A fixed loop of independent integer operations is limited by the core's throughput, so it takes longer beside a busy sibling. A
 * moment is quiet if the loop takes at most {@link #TOLERANCE} times as long as the fastest ever did, in any JVM of the
 * proof. That depends on nothing that is
 * measured, so waiting favours no subject.
 *
 * <p>Used by one thread.
 */
final class QuietMoment {
    private static final double TOLERANCE = 1.2;

    /** A loop that takes so many times longer was not compiled to the same code, and gives no measure. */
    private static final double OTHER_CODE = 3;

    /** Of some 65 microseconds each: an interrupt in one of them does not decide. */
    private static final int LOOPS = 9;
    private static final int ROUNDS = 100_000;

    /** C2 has compiled the loop by then, and the code that it enters by a call. */
    private static final int LOOPS_TO_COMPILE = 1_000;

    private static final long PAUSE_MILLIS = 5;

    private static volatile int sink;

    private double fastest;

    /**
     * Compiles the loop, which takes some 70 ms.
     *
     * @param fastest what {@link #fastest} has returned in another JVM; infinite if there is none
     */
    QuietMoment(double fastest) {
        double own = Double.POSITIVE_INFINITY;
        for (int i = 0; i < LOOPS_TO_COMPILE; i++) {
            own = Math.min(own, loop());
        }
        this.fastest = own > OTHER_CODE * fastest ? own : Math.min(own, fastest);
    }

    /** The loop's shortest time so far, in nanoseconds. */
    double fastest() {
        return fastest;
    }

    /**
     * Waits for a quiet moment.
     *
     * @param end the value of {@link System#nanoTime} after which it waits no longer
     * @return whether the moment is quiet
     * @throws InterruptedException if interrupted meanwhile
     */
    boolean await(long end) throws InterruptedException {
        boolean quiet = isQuiet();
        while (!quiet && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            quiet = isQuiet();
        }
        return quiet;
    }

    /** Whether the present moment is quiet; takes less than a millisecond. */
    boolean isQuiet() {
        double[] times = new double[LOOPS];
        Arrays.setAll(times, i -> loop());
        Arrays.sort(times);
        fastest = Math.min(fastest, times[0]);
        return times[LOOPS / 2] <= TOLERANCE * fastest;
    }

    /** Six independent chains: a core that is not shared executes several of their operations in each cycle. */
    private static double loop() {
        int a = sink;
        int b = 2;
        int c = 3;
        int d = 4;
        int e = 5;
        int f = 6;
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            a += i;
            b ^= a;
            c += i * 3;
            d ^= i;
            e += d;
            f ^= i + 7;
        }
        long time = System.nanoTime() - start;
        sink = a + b + c + d + e + f;
        return time;
    }
}
