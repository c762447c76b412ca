package dev.slipstream.lab.run;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Detector of moments in which this thread has its core for itself. Two processors of a virtual machine may be hardware threads of
 * one core, which another program or another machine shares. Code is then up to twice as slow, for seconds, and neither steal time
 * nor the load shows it.
 *
 * <p>A fixed loop of independent integer operations is limited by the core's throughput, so it takes longer beside a busy sibling.
 * A moment is quiet if the loop takes at most {@link #TOLERANCE} times its shortest time in any JVM of the proof. That does not
 * depend on the measured code, so waiting favours no subject.
 *
 * <p>For use by one thread.
 */
final class QuietMoment {
    private static final double TOLERANCE = 1.2;

    /** A loop that takes more than this many times the known shortest time was compiled to other code; the two do not compare. */
    private static final double OTHER_CODE = 3;

    /** Loops of some 65 microseconds in each look. Their median decides, so an interrupt in one of them does not. */
    private static final int LOOPS = 9;
    private static final int ROUNDS = 100_000;

    /** Loops after which C2 has compiled both the loop (OSR) and the method that a call enters. */
    private static final int LOOPS_TO_COMPILE = 1_000;

    private static final long PAUSE_MILLIS = 5;

    private static volatile int sink;

    private double fastest;

    /**
     * Compiles the loop, which takes some 70 ms.
     *
     * @param fastest the result of {@link #fastest} in another JVM, infinite if there is none
     */
    QuietMoment(double fastest) {
        double own = Double.POSITIVE_INFINITY;
        for (int i = 0; i < LOOPS_TO_COMPILE; i++) {
            own = Math.min(own, loop());
        }
        this.fastest = own > OTHER_CODE * fastest ? own : Math.min(own, fastest);
    }

    /** Returns the loop's shortest time so far, in nanoseconds. */
    double fastest() {
        return fastest;
    }

    /**
     * Waits for a quiet moment.
     *
     * @param end the value of {@link System#nanoTime} at which the wait ends
     * @return whether the moment is quiet
     * @throws InterruptedException if interrupted while waiting
     */
    boolean await(long end) throws InterruptedException {
        boolean quiet = isQuiet();
        while (!quiet && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            quiet = isQuiet();
        }
        return quiet;
    }

    /** Tells whether the present moment is quiet. Takes less than a millisecond. */
    boolean isQuiet() {
        double[] times = new double[LOOPS];
        Arrays.setAll(times, i -> loop());
        Arrays.sort(times);
        fastest = Math.min(fastest, times[0]);
        return times[LOOPS / 2] <= TOLERANCE * fastest;
    }

    /** Times six independent chains. A core that is not shared executes several of their operations in each cycle. */
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
