package dev.slipstream.lab.result;

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
     * @param score the median of its iterations, smaller is better; null if it failed
     * @param iterations the score of each measured iteration, in order; empty if it failed
     * @param failure why it failed, with the end of its output; null if it did not
     */
    public record ForkResult(int round, Double score, List<Double> iterations, String failure) {
    }

    /**
     * The scores of the forks that did not fail.
     *
     * @return in the order of rounds
     */
    public List<Double> scores() {
        return forks.stream().map(ForkResult::score).filter(Objects::nonNull).toList();
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
     * @return null if every fork failed
     */
    public Double median() {
        double[] known = scores().stream().mapToDouble(Double::doubleValue).toArray();
        return known.length == 0 ? null : Double.valueOf(Median.withDefaults().evaluate(known));
    }
}
