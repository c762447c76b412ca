package dev.slipstream.lab.result;

import dev.slipstream.lab.Published;
import java.util.List;
import java.util.Map;

/**
 * What one workload has shown.
 *
 * @param id its name
 * @param title what it does
 * @param benchmark the JMH benchmark
 * @param params the benchmark's parameters
 * @param x where it stands on the axis of its part, null if it has no place there
 * @param unit of all scores, such as {@code s}; empty if every fork failed
 * @param subjects the scores
 * @param claims the claims, judged
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
     * Whether it gave any score.
     *
     * @return false if every fork failed
     */
    public boolean measured() {
        return subjects.stream().anyMatch(subject -> subject.median() != null);
    }
}
