package dev.slipstream.lab;

import dev.slipstream.lab.stats.SteadyState;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/** What the scores of one fork's iterations say about the fork. */
public enum Estimator {
    /** For nearly everything: a single collection of garbage must not decide. */
    MEDIAN {
        @Override
        public double of(DoubleStream iterations) {
            return Median.withDefaults().evaluate(iterations.toArray());
        }
    },

    /**
     * For what one thread does alone and always takes the same time, where hardly any difference is to be told from noise: whatever
     * else uses the machine can only make it slower (Chen and Revels, "Robust benchmarking in noisy environments", 2016). Not where
     * threads meet, who are fastest when they happen not to.
     */
    FASTEST {
        @Override
        public double of(DoubleStream iterations) {
            return iterations.min().orElseThrow();
        }

        /**
         * Finds it in the level of the times: each is replaced by the fastest of its neighbours, so that bursts of other load, which
         * do not change the score, do not end it.
         */
        @Override
        public SteadyState steadyState(double[] iterations, int warmups, int least) {
            int count = iterations.length;
            int side = Math.max(NEIGHBOURS, count / PART);
            return SteadyState.of(IntStream.range(0, count).mapToDouble(i -> Arrays.stream(
                    iterations, Math.max(0, i - side), Math.min(count, i + side + 1)).min().orElseThrow()).toArray(), warmups, least);
        }
    };

    /** The fewest iterations on each side of one that its level depends on. */
    private static final int NEIGHBOURS = 3;

    /** The level depends on one iteration of so many on each side. */
    private static final int PART = 12;

    /**
     * The fork's score.
     *
     * @param iterations times, in any unit, at least one
     * @return in the same unit
     */
    public abstract double of(DoubleStream iterations);

    /**
     * The steady state of a fork.
     *
     * @param iterations the times of its iterations in order, in any unit, positive
     * @param warmups the number of first iterations that never count as steady
     * @param least the number of iterations that a steady state has at least, 1 or more
     * @return as {@link SteadyState#of} does
     */
    public SteadyState steadyState(double[] iterations, int warmups, int least) {
        return SteadyState.of(iterations, warmups, least);
    }
}
