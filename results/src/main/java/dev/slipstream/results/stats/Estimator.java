package dev.slipstream.results.stats;

import com.google.gson.annotations.SerializedName;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Estimate of a fork's score from the times of its iterations, and its steady state, in which iterations count.
 *
 * <p>Change points divide the iterations, warm-up included, into segments of constant time, as E. Barrett et al. do ("Virtual
 * Machine Warmup Blows Hot and Cold", OOPSLA 2017); L. Traini et al. apply the method to JMH ("Towards effective assessment of
 * steady state performance in Java software", EMSE 2023). The steady state is the last segment together with all segments directly
 * before it whose mean is the same within {@value #TOLERANCE}. It has at least a quarter of all iterations. A segment that is
 * shorter than both its neighbours is a burst of other load if their means are the same, and does not end the steady state. The
 * segments minimise the squared distance of logarithms to their means, plus a penalty for each change point (B. Jackson et al., "An
 * algorithm for optimal partitioning of data on an interval", 2005). PELT finds the same segments faster, which matters for
 * thousands of iterations and not for hundreds.
 *
 * <p>Single iterations that a garbage collection or another process has hit are not change points. Before the search, an iteration
 * far from the median of its neighbours is moved to the limit for outliers. The first iterations are exempt, because a warm-up may
 * be that short.
 */
public enum Estimator {
    /** Median of the iterations, for nearly all benchmarks: a single garbage collection must not decide. */
    MEDIAN {
        @Override
        public double of(DoubleStream iterations) {
            return Median.withDefaults().evaluate(iterations.toArray());
        }
    },

    /**
     * Fastest iteration, for single-threaded work of constant duration where effects are hardly larger than noise: other load on
     * the machine can only slow it down (Chen and Revels, "Robust benchmarking in noisy environments", 2016). Unsuitable where
     * threads contend, as they are fastest when they happen not to meet.
     */
    FASTEST {
        @Override
        public double of(DoubleStream iterations) {
            return iterations.min().orElseThrow();
        }

        // The lower envelope of the times: each time is replaced by the fastest of its neighbours. So bursts of other load, which do
        // not change the score, do not end the steady state.
        @Override
        double[] levels(double[] iterations) {
            int count = iterations.length;
            int side = Math.max(SIDE, count / SIDE_PART);
            return IntStream.range(0, count).mapToDouble(i -> Arrays.stream(
                    iterations, Math.max(0, i - side), Math.min(count, i + side + 1)).min().orElseThrow()).toArray();
        }

        // Whether a fork is steady and was never faster: other load that has slowed it down may end soon.
        @Override
        public boolean ends(double[] iterations, int warmups, int least) {
            SteadyState state = steadyState(iterations, warmups, least);
            return state.reached() && state.shape() != Shape.SLOWDOWN;
        }

        // The lowest level alone: other load has made the others.
        @Override
        public Optional<Interval> range(double[] iterations, int warmups) {
            return super.range(iterations, warmups).map(range -> Interval.of(range.low()));
        }
    };

    /** The fewest neighbours on each side of an iteration in the lower envelope. */
    private static final int SIDE = 3;

    /** The number of iterations of a fork for each further such neighbour on a side. */
    private static final int SIDE_PART = 12;

    /** Segments whose means differ by less than this fraction are the same. */
    private static final double TOLERANCE = 0.05;

    /** Neighbours on each side of an iteration that may be an outlier. */
    private static final int NEIGHBOURS = 5;

    /** The limit for outliers, in standard deviations of the neighbours from their median. */
    private static final double OUTLIER = 3;

    /** The standard deviation of the logarithms below which differences do not matter. */
    private static final double LEAST_NOISE = 0.01;

    /** The cost of a change point, in squared standard deviations for each natural logarithm of the number of iterations. */
    private static final double PENALTY = 5;

    /** The fewest iterations of a segment: a shorter change may be chance. */
    private static final int SHORTEST = 3;

    /** The steady state has at least one in this many of all iterations. */
    private static final int LEAST_PART = 4;

    /** The ratio of standard deviation to median absolute deviation in a normal distribution. */
    private static final double NORMAL = 1.4826;

    /**
     * Returns the fork's score.
     *
     * @param iterations times, in any unit, at least one
     * @return the score, in the same unit
     */
    public abstract double of(DoubleStream iterations);

    /**
     * Returns the steady state of a fork.
     *
     * @param iterations the times of its iterations in order, in any unit, positive
     * @param warmups the number of first iterations that never count as steady
     * @param least the fewest iterations in a steady state, at least 1
     * @return its shape, and an index of at least {@code warmups}, or the number of iterations if there are no more than that
     */
    public SteadyState steadyState(double[] iterations, int warmups, int least) {
        int count = iterations.length;
        if (count == 0) {
            return new SteadyState(Shape.NONE, 0);
        }
        double[] logs = logs(levels(iterations));
        int[] starts = segments(logs);
        double last = mean(logs, starts[starts.length - 1], count);
        int first = first(logs, starts, last);
        int from = Math.min(count, Math.max(starts[first], warmups));
        if (count - from < least || (count - starts[first]) * LEAST_PART < count) {
            return new SteadyState(Shape.NONE, from);
        }
        boolean faster = false;
        for (int i = 0; i < first; i++) {
            faster |= mean(logs, starts[i], starts[i + 1]) < last - TOLERANCE;
        }
        return new SteadyState(first == 0 ? Shape.FLAT : faster ? Shape.SLOWDOWN : Shape.WARM_UP, from);
    }

    /**
     * Tells whether a fork may end.
     *
     * @param iterations the times of its iterations so far in order, in any unit, positive
     * @param warmups the number of first iterations that never count as steady
     * @param least the fewest iterations in a steady state, at least 1
     * @return whether it is steady
     */
    public boolean ends(double[] iterations, int warmups, int least) {
        return steadyState(iterations, warmups, least).reached();
    }

    /**
     * Returns the range of a fork that became both slower and faster after its warm-up, as other load on the machine makes it do. Its
     * steady state lies within. A fork that only became faster may not be warm yet, and one that only became slower may go on.
     *
     * @param iterations the times of its iterations in order, in any unit, positive
     * @param warmups the number of first iterations that never count as steady
     * @return the lowest and the highest score of a segment; empty if they went only one way
     */
    public Optional<Interval> range(double[] iterations, int warmups) {
        int[] starts = iterations.length == 0 ? new int[0] : segments(logs(levels(iterations)));
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        double previous = Double.NaN;
        boolean faster = false;
        boolean slower = false;
        for (int i = 0; i < starts.length; i++) {
            int from = Math.max(warmups, starts[i]);
            int to = i + 1 < starts.length ? starts[i + 1] : iterations.length;
            if (to - from >= SHORTEST) {
                double level = of(Arrays.stream(iterations, from, to));
                faster |= level < previous * (1 - TOLERANCE);
                slower |= level > previous * (1 + TOLERANCE);
                low = Math.min(low, level);
                high = Math.max(high, level);
                previous = level;
            }
        }
        return faster && slower ? Optional.of(new Interval(low, high)) : Optional.empty();
    }

    /** Returns the times in which change points are sought. */
    double[] levels(double[] iterations) {
        return iterations;
    }

    /** Returns the index of the first segment of the steady state. */
    private static int first(double[] logs, int[] starts, double last) {
        int first = starts.length - 1;
        while (first > 0) {
            if (same(logs, starts, first - 1, last)) {
                first--;
            } else if (first > 1 && same(logs, starts, first - 2, last) && isBurst(starts, first - 1, logs.length)) {
                first -= 2;
            } else {
                return first;
            }
        }
        return first;
    }

    private static boolean same(double[] logs, int[] starts, int segment, double last) {
        return Math.abs(mean(logs, starts[segment], starts[segment + 1]) - last) <= TOLERANCE;
    }

    /** Tells whether a segment is shorter than the segment before it and than all that follows together. */
    private static boolean isBurst(int[] starts, int segment, int count) {
        int length = starts[segment + 1] - starts[segment];
        return length < starts[segment] - starts[segment - 1] && length < count - starts[segment + 1];
    }

    private static double[] logs(double[] iterations) {
        return withoutOutliers(Arrays.stream(iterations).map(Math::log).toArray());
    }

    private static double[] withoutOutliers(double[] logs) {
        double[] cleaned = logs.clone();
        for (int i = NEIGHBOURS; i < logs.length; i++) {
            double[] near = Arrays.copyOfRange(logs, i - NEIGHBOURS, Math.min(logs.length, i + NEIGHBOURS + 1));
            double middle = median(near);
            double limit = OUTLIER * Math.max(LEAST_NOISE,
                    NORMAL * median(Arrays.stream(near).map(value -> Math.abs(value - middle)).toArray()));
            cleaned[i] = Math.max(middle - limit, Math.min(middle + limit, logs[i]));
        }
        return cleaned;
    }

    /** Returns the indices at which segments begin, in ascending order; the first is 0. */
    private static int[] segments(double[] logs) {
        int count = logs.length;
        double noise = noise(logs);
        double penalty = PENALTY * Math.log(count) * noise * noise;
        double[] sums = new double[count + 1];
        double[] squares = new double[count + 1];
        for (int i = 0; i < count; i++) {
            sums[i + 1] = sums[i] + logs[i];
            squares[i + 1] = squares[i] + logs[i] * logs[i];
        }
        double[] best = new double[count + 1];
        int[] previous = new int[count + 1];
        best[0] = -penalty;
        for (int end = 1; end <= count; end++) {
            best[end] = Double.POSITIVE_INFINITY;
            for (int start = 0; start == 0 || start <= end - SHORTEST; start++) {
                double sum = sums[end] - sums[start];
                double cost = best[start] + penalty + squares[end] - squares[start] - sum * sum / (end - start);
                if (cost < best[end]) {
                    best[end] = cost;
                    previous[end] = start;
                }
            }
        }
        int segments = 0;
        for (int end = count; end > 0; end = previous[end]) {
            segments++;
        }
        int[] starts = new int[segments];
        for (int end = count; end > 0; end = previous[end]) {
            starts[--segments] = previous[end];
        }
        return starts;
    }

    /** Estimates the standard deviation within segments from differences between neighbours, which few change points disturb. */
    private static double noise(double[] logs) {
        double[] differences = new double[Math.max(0, logs.length - 1)];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = Math.abs(logs[i + 1] - logs[i]);
        }
        return differences.length == 0 ? LEAST_NOISE : Math.max(LEAST_NOISE, NORMAL * median(differences) / Math.sqrt(2));
    }

    private static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).average().orElseThrow();
    }

    /** Returns the median. Sorts its argument. */
    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    /** Shape of a fork's iterations: the classes of Barrett et al. */
    public enum Shape {
        /** Steady from the first iteration. */
        @SerializedName("flat")
        FLAT,
        /** Slower before the steady state. */
        @SerializedName("warm-up")
        WARM_UP,
        /** Faster at some time before the steady state. */
        @SerializedName("slowdown")
        SLOWDOWN,
        /** The last steady segments are too short. */
        @SerializedName("no steady state")
        NONE;

        /** Returns the words in results and reports. */
        @Override
        public String toString() {
            return switch (this) {
                case FLAT -> "flat";
                case WARM_UP -> "warm-up";
                case SLOWDOWN -> "slowdown";
                case NONE -> "no steady state";
            };
        }
    }

    /**
     * Steady state of a fork: its beginning, and the shape of the iterations before it.
     *
     * @param shape the shape of the iterations before the steady state, or {@link Shape#NONE}
     * @param from the index of the first iteration of the last steady segments
     */
    public record SteadyState(Shape shape, int from) {
        /** Tells whether the iterations from {@link #from} on may count: not if the shape is {@link Shape#NONE}. */
        public boolean reached() {
            return shape != Shape.NONE;
        }
    }
}
