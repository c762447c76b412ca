package dev.slipstream.lab.result;

import dev.slipstream.lab.Published;
import java.util.List;
import java.util.Map;

/**
 * Result of one workload.
 *
 * @param id its name
 * @param title its description
 * @param benchmark the JMH benchmark
 * @param params the benchmark's parameters
 * @param x its position on the axis of its part, null if it has none
 * @param unit the unit of all scores, such as {@code s}; empty if every fork failed
 * @param subjects the results of its subjects
 * @param claims its claims with their judgements
 * @param published the publication's figures
 */
public record WorkloadResult(
        String id,
        String title,
        String benchmark,
        Map<String, String> params,
        Double x,
        String unit,
        List<SubjectResult> subjects,
        List<ClaimResult> claims,
        List<Published> published) {
    /**
     * Tells whether the workload has any score.
     *
     * @return false if no fork gave a score
     */
    public boolean measured() {
        return subjects.stream().anyMatch(subject -> subject.median() != null);
    }
}
