package dev.slipstream.lab.result;

import dev.slipstream.lab.stats.SteadyState.Shape;
import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The scores of one subject.
 *
 * @param subject its name
 * @param jvmArgs what its JVM was given
 * @param forks one per pair that has run, in the order of rounds
 */
public record SubjectResult(String subject, List<String> jvmArgs, List<ForkResult> forks) {
    /**
     * How one fork ended.
     *
     * @param round the number of the pair, from 0
     * @param score of its steady iterations, smaller is better; null if it failed or has no steady state
     * @param iterations the score of each iteration, warm-up included, in order; empty if it failed
     * @param shape what came before the steady state, or that there is none; null if it failed
     * @param steadyFrom the index of the first iteration of the last steady segments, which count if there is a steady state; null
     *     if it failed
     * @param failure why it failed, with the end of its output; null if it did not
     */
    public record ForkResult(
            int round, Double score, List<Double> iterations, Shape shape, Integer steadyFrom, String failure) {
    }

    /**
     * The scores of the forks that have one.
     *
     * @return in the order of rounds
     */
    public List<Double> scores() {
        return forks.stream().map(ForkResult::score).filter(Objects::nonNull).toList();
    }

    /**
     * How many forks ended without a steady state.
     *
     * @return 0 or more
     */
    public long unsteady() {
        return forks.stream().filter(fork -> fork.shape() == Shape.NONE).count();
    }

    /**
     * How forks failed.
     *
     * @return the reason and the end of the output of each that did
     */
    public List<String> failures() {
        return forks.stream().map(ForkResult::failure).filter(Objects::nonNull).toList();
    }

    /**
     * The middle score.
     *
     * @return null if no fork has a score
     */
    public Double median() {
        double[] known = scores().stream().mapToDouble(Double::doubleValue).toArray();
        return known.length == 0 ? null : Double.valueOf(Median.withDefaults().evaluate(known));
    }
}
