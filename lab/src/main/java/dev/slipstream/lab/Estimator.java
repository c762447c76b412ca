package dev.slipstream.lab;

import java.util.stream.DoubleStream;
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
    };

    /**
     * The fork's score.
     *
     * @param iterations times, in any unit, at least one
     * @return in the same unit
     */
    public abstract double of(DoubleStream iterations);
}
