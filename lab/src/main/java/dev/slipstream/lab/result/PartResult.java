package dev.slipstream.lab.result;

import dev.slipstream.lab.Axis;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one part of an experiment has found.
 *
 * @param id its letter
 * @param title its title
 * @param axis what its workloads differ in, null if they make no curve
 * @param guards the letters of the parts whose claims fall with this part's controls
 * @param workloads what was measured
 * @param scenarios what passed or hung, one for each subject
 */
public record PartResult(
        String id,
        String title,
        Axis axis,
        List<String> guards,
        List<WorkloadResult> workloads,
        List<ScenarioResult> scenarios) {
    /**
     * The verdicts of all claims and scenarios.
     *
     * @return in order
     */
    public Stream<Verdict> verdicts() {
        return Stream.concat(
                workloads.stream().flatMap(workload -> workload.claims().stream()).map(ClaimResult::verdict),
                scenarios.stream().map(ScenarioResult::verdict));
    }
}
