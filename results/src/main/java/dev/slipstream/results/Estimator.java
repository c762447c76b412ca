package dev.slipstream.results;

import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.SteadyState;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/** Estimate of a fork's score from the scores of its iterations. */
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
            int side = Math.max(NEIGHBOURS, count / PART);
            return IntStream.range(0, count).mapToDouble(i -> Arrays.stream(
                    iterations, Math.max(0, i - side), Math.min(count, i + side + 1)).min().orElseThrow()).toArray();
        }

        // Whether a fork is steady and was never faster: other load that has slowed it down may end soon.
        @Override
        public boolean ends(double[] iterations, int warmups, int least) {
            SteadyState state = steadyState(iterations, warmups, least);
            return state.reached() && state.shape() != SteadyState.Shape.SLOWDOWN;
        }

        // The lowest level alone: other load has made the others.
        @Override
        public Optional<Interval> range(double[] iterations, int warmups) {
            return super.range(iterations, warmups).map(range -> Interval.of(range.low()));
        }
    };

    /** The fewest neighbours on each side of an iteration. */
    private static final int NEIGHBOURS = 3;

    /** The number of iterations of a fork for each further neighbour on a side. */
    private static final int PART = 12;

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
     * @return the result of {@link SteadyState#of}
     */
    public SteadyState steadyState(double[] iterations, int warmups, int least) {
        return SteadyState.of(levels(iterations), warmups, least);
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
     * Returns the range of a fork without a steady state.
     *
     * @param iterations the times of its iterations in order, in any unit, positive
     * @param warmups the number of first iterations that never count as steady
     * @return the result of {@link SteadyState#range}
     */
    public Optional<Interval> range(double[] iterations, int warmups) {
        return SteadyState.range(levels(iterations), warmups, (from, to) -> of(Arrays.stream(iterations, from, to)));
    }

    /** Returns the times in which change points are sought. */
    double[] levels(double[] iterations) {
        return iterations;
    }
}
