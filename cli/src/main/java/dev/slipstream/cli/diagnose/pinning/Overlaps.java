package dev.slipstream.cli.diagnose.pinning;

import java.util.Arrays;

/** Counts how many spans of time overlap. */
final class Overlaps {
    private static final int MOST = 200_000;

    private long[] starts = new long[256];
    private long[] ends = new long[256];
    private int count;

    /** Adds a span, in nanoseconds, in any order. */
    void add(long start, long end) {
        if (count == MOST) {
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        starts[count] = start;
        ends[count++] = end;
    }

    /** Returns the maximum number of simultaneous spans. */
    int most() {
        return (int) sweep(Integer.MAX_VALUE)[0];
    }

    /** Returns the seconds during which at least the given number of spans overlapped. */
    double seconds(int atLeast) {
        return sweep(atLeast)[1];
    }

    private double[] sweep(int atLeast) {
        long[] from = Arrays.copyOf(starts, count);
        long[] to = Arrays.copyOf(ends, count);
        Arrays.sort(from);
        Arrays.sort(to);
        int open = 0;
        int most = 0;
        long since = 0;
        double sum = 0;
        int ended = 0;
        for (int i = 0; i < count || ended < count;) {
            if (i < count && from[i] < to[ended]) {
                if (++open == atLeast) {
                    since = from[i];
                }
                most = Math.max(most, open);
                i++;
            } else {
                if (open-- == atLeast) {
                    sum += (to[ended] - since) / 1e9;
                }
                ended++;
            }
        }
        return new double[] {most, sum};
    }
}
