package dev.slipstream.lab.run;

import java.util.Optional;
import org.openjdk.jmh.results.RunResult;

/**
 * How one forked JVM of a workload ended: with a score or with a failure.
 *
 * @param jmh what JMH made of it, empty if it failed
 * @param failure why it failed and the end of its output, empty if it did not
 */
public record Fork(Optional<RunResult> jmh, Optional<String> failure) {

    static Fork ended(RunResult jmh) {
        return new Fork(Optional.of(jmh), Optional.empty());
    }

    static Fork failed(String why) {
        return new Fork(Optional.empty(), Optional.of(why));
    }

    /**
     * The median of the measured iterations: a single collection of garbage must not decide.
     *
     * @return in the benchmark's unit; null if the fork failed
     */
    public Double score() {
        return jmh.map(result -> result.getAggregatedResult().getPrimaryResult().getStatistics().getPercentile(50)).orElse(null);
    }

    /**
     * The unit of the score.
     *
     * @return such as {@code s/op}; empty if the fork failed
     */
    public Optional<String> unit() {
        return jmh.map(result -> result.getPrimaryResult().getScoreUnit());
    }
}
