package dev.slipstream.lab.result;

import dev.slipstream.lab.Axis;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * Result of one part of an experiment.
 *
 * @param id its letter
 * @param title its title
 * @param axis the quantity in which its workloads differ, null if they form no curve
 * @param guards the letters of the parts whose claims become undecided if a control of this part moves
 * @param workloads the results of its workloads
 * @param scenarios the results of its scenarios, one for each subject
 */
public record PartResult(
        String id,
        String title,
        Axis axis,
        List<String> guards,
        List<WorkloadResult> workloads,
        List<ScenarioResult> scenarios) {
    /**
     * Returns the verdicts of all claims and scenarios.
     *
     * @return verdicts in order
     */
    public Stream<Verdict> verdicts() {
        return Stream.concat(
                workloads.stream().flatMap(workload -> workload.claims().stream()).map(ClaimResult::verdict),
                scenarios.stream().map(ScenarioResult::verdict));
    }
}
