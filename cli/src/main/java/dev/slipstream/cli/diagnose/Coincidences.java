package dev.slipstream.cli.diagnose;

import java.util.Arrays;

/** When threads were seen somewhere, to tell whether several were there at once. No thread is seen twice at a time. */
final class Coincidences {
    private static final int MOST = 200_000;

    private long[] times = new long[1_024];
    private int count;
    private int seen;

    /** Adds that a thread was seen; in any order. */
    void add(long nanos) {
        seen++;
        if (count == MOST) {
            return;
        }
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
        }
        times[count++] = nanos;
    }

    /** How often a thread was seen. */
    int count() {
        return seen;
    }

    /**
     * In which part of these cases there was another thread.
     *
     * @param nanos what counts as the same time
     */
    double part(long nanos) {
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
