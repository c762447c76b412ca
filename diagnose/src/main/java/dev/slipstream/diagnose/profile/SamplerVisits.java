package dev.slipstream.diagnose.profile;

import java.util.Arrays;

/**
 * Estimates how often the flight recorder has visited each thread. At each tick the recorder continues through the list of threads
 * where it stopped before. It stops again once it has found a fixed number of running threads: five that run Java, or one in native
 * code. So a thread is visited less than once per tick. The order of the sampled threads shows how often: whenever it starts anew,
 * all threads have been visited.
 */
public final class SamplerVisits {
    /** Maximum number of samples: enough for the estimate, and bounds the memory. */
    private static final int MOST = 200_000;

    private static final int MILLIS = 250;

    private final int atOnce;
    private long[] times = new long[1_024];
    private long[] threads = new long[1_024];
    private int count;

    /**
     * Creates an estimate without samples.
     *
     * @param atOnce the maximum number of threads sampled per tick
     */
    public SamplerVisits(int atOnce) {
        this.atOnce = atOnce;
    }

    /**
     * Adds a sample, in any order.
     *
     * @param nanos the time in nanoseconds
     * @param thread a number that increases in the order of the JVM's list of threads
     */
    public void add(long nanos, long thread) {
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
     * Returns the seconds of a thread that one sample stands for.
     *
     * @param nominal the nominal length of a tick in nanoseconds
     */
    public double secondsPerSample(long nominal) {
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
            // A tick without a sample has visited all threads.
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

    /**
     * Returns the actual length of a tick, which on a busy machine exceeds the nominal one: the most frequent distance between
     * consecutive ticks.
     */
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
