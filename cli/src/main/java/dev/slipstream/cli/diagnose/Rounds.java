package dev.slipstream.cli.diagnose;

import java.util.Arrays;

/**
 * How often the flight recorder has looked at each thread. At each tick it goes on through the threads where it has stopped, and
 * stops again as soon as it has found so many that run: five that run Java, or a single one in native code. So a thread is looked
 * at less than once in a tick, and how often that is, is seen from the order of those that were found: where it begins anew, all
 * have been looked at.
 */
final class Rounds {
    /** Enough to know, and no more memory than that. */
    private static final int MOST = 200_000;

    private static final int MILLIS = 250;

    private final int atOnce;
    private long[] times = new long[1_024];
    private long[] threads = new long[1_024];
    private int count;

    /**
     * None yet.
     *
     * @param atOnce how many threads are found at most in a tick
     */
    Rounds(int atOnce) {
        this.atOnce = atOnce;
    }

    /**
     * Adds a sample; in any order.
     *
     * @param nanos when
     * @param thread a number that grows with the order in which the JVM has its threads
     */
    void add(long nanos, long thread) {
        if (count == MOST) {
            return;
        }
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
            threads = Arrays.copyOf(threads, 2 * count);
        }
        times[count] = nanos;
        threads[count++] = thread;
    }

    int samples() {
        return count;
    }

    /**
     * For how many seconds of a thread a sample stands.
     *
     * @param nominal how long a tick should last, in nanoseconds
     */
    double secondsPerSample(long nominal) {
        if (count < 2) {
            return nominal / 1e9;
        }
        Integer[] order = new Integer[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        Arrays.sort(order, (a, b) -> Long.compare(times[a], times[b]));
        double tick = tick(order, nominal);
        double rounds = 0;
        long last = Long.MIN_VALUE;
        int at = 0;
        long before = times[order[0]];
        while (at < count) {
            long time = times[order[at]];
            // Ticks without a sample have looked at all.
            rounds += Math.max(0, Math.round((time - before) / tick) - 1);
            int to = at;
            int wraps = 0;
            while (to < count && times[order[to]] - time < nominal / 2 && to - at < atOnce) {
                long thread = threads[order[to++]];
                wraps += thread <= last ? 1 : 0;
                last = thread;
            }
            rounds += to - at < atOnce ? 1 : wraps;
            at = to;
            before = time;
        }
        long span = times[order[count - 1]] - times[order[0]];
        return span / 1e9 / Math.max(1, rounds);
    }

    /** A busy machine has longer ticks than was asked for: the most frequent distance of two that are not more than one apart. */
    private double tick(Integer[] order, long nominal) {
        int[] often = new int[MILLIS];
        long last = times[order[0]];
        for (int i = 1; i < count; i++) {
            long gap = times[order[i]] - last;
            if (gap >= nominal / 2) {
                last = times[order[i]];
                if (gap < nominal * 2 && gap / 1_000_000 < MILLIS) {
                    often[(int) (gap / 1_000_000)]++;
                }
            }
        }
        int best = -1;
        for (int i = 0; i < MILLIS; i++) {
            if (often[i] > 0 && (best < 0 || often[i] > often[best])) {
                best = i;
            }
        }
        return best < 0 ? nominal : Math.max(nominal, (best + 0.5) * 1e6);
    }
}
