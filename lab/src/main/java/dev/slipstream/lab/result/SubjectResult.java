package dev.slipstream.lab.result;

import dev.slipstream.lab.stats.SteadyState.Shape;
import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Result of one subject of a workload.
 *
 * @param subject its name
 * @param jvmArgs the arguments of its JVM
 * @param forks its forks, in the order of rounds
 */
public record SubjectResult(String subject, List<String> jvmArgs, List<ForkResult> forks) {
    /**
     * Result of one fork.
     *
     * @param round the number of the round, from 0
     * @param score the score of its steady iterations, smaller is better; null if it failed or has no steady state
     * @param iterations the score of each iteration, including warm-up, in order; empty if it failed
     * @param shape the shape of the iterations before the steady state, or {@link Shape#NONE}; null if it failed
     * @param steadyFrom the index of the first iteration of the last steady segments, which count if there is a steady state; null
     *     if it failed
     * @param failure the reason for the failure, with the end of its output; null if it did not fail
     */
    public record ForkResult(
            int round, Double score, List<Double> iterations, Shape shape, Integer steadyFrom, String failure) {
    }

    /**
     * Returns the scores of the forks that have one.
     *
     * @return scores in the order of rounds
     */
    public List<Double> scores() {
        return forks.stream().map(ForkResult::score).filter(Objects::nonNull).toList();
    }

    /**
     * Counts the forks that ended without a steady state.
     *
     * @return 0 or more
     */
    public long unsteady() {
        return forks.stream().filter(fork -> fork.shape() == Shape.NONE).count();
    }

    /**
     * Returns the failures of forks.
     *
     * @return the reason and the end of the output of each fork that failed
     */
    public List<String> failures() {
        return forks.stream().map(ForkResult::failure).filter(Objects::nonNull).toList();
    }

    /**
     * Returns the median of the scores.
     *
     * @return null if no fork has a score
     */
    public Double median() {
        double[] known = scores().stream().mapToDouble(Double::doubleValue).toArray();
        return known.length == 0 ? null : Double.valueOf(Median.withDefaults().evaluate(known));
    }
}
