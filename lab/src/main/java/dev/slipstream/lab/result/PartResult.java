package dev.slipstream.lab.result;

import dev.slipstream.lab.stats.Verdict;
import java.util.List;

/**
 * What one part of an experiment has found.
 *
 * @param id its letter
 * @param title its title
 * @param workloads what was measured
 * @param scenarios what passed or hung, one for each subject
 */
public record PartResult(String id, String title, List<WorkloadResult> workloads, List<ScenarioResult> scenarios) {

    /**
     * Whether every claim held.
     *
     * @return false if one was refuted or is undecided
     */
    public boolean allHold() {
        return workloads.stream().flatMap(w -> w.claims().stream()).allMatch(c -> c.verdict() == Verdict.HOLDS)
                && scenarios.stream().allMatch(s -> s.verdict() == Verdict.HOLDS);
    }
}
