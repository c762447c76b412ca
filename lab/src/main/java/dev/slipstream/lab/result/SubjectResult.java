package dev.slipstream.lab.result;

import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The scores of one subject.
 *
 * @param subject its name
 * @param jvmArgs what its JVM was given
 * @param scores one per pair, smaller is better; null where the fork failed
 * @param failures how forks failed, with the end of their output
 */
public record SubjectResult(String subject, List<String> jvmArgs, List<Double> scores, List<String> failures) {

    /**
     * The middle score.
     *
     * @return null if every fork failed
     */
    public Double median() {
        double[] known = scores.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).toArray();
        return known.length == 0 ? null : Double.valueOf(Median.withDefaults().evaluate(known));
    }
}
