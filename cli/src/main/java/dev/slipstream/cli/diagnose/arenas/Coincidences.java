package dev.slipstream.cli.diagnose.arenas;

import java.util.Arrays;

/** Sample times at one place, to tell whether several threads were there at once. No thread is sampled twice at the same time. */
public final class Coincidences {
    private static final int MOST = 200_000;

    private long[] times = new long[1_024];
    private int count;
    private int seen;

    /** Adds the time of a sample, in any order. */
    public void add(long nanos) {
        seen++;
        if (count == MOST) {
            return;
        }
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
        }
        times[count++] = nanos;
    }

    /** Returns the number of samples. */
    public int count() {
        return seen;
    }

    /**
     * Returns the fraction of samples that coincide with one of another thread.
     *
     * @param nanos the distance below which two samples count as simultaneous, in nanoseconds
     */
    public double part(long nanos) {
        long[] sorted = Arrays.copyOf(times, count);
        Arrays.sort(sorted);
        boolean[] together = new boolean[count];
        for (int i = 1; i < count; i++) {
            if (sorted[i] - sorted[i - 1] < nanos) {
                together[i - 1] = true;
                together[i] = true;
            }
        }
        int all = 0;
        for (boolean one : together) {
            all += one ? 1 : 0;
        }
        return count == 0 ? 0 : (double) all / count;
    }
}
