package dev.slipstream.lab.result;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.PartResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import dev.slipstream.lab.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Consequences of a control that moved. Something other than the remedy made a difference, so the figures beside the control are
 * not credible. The claims of its workload, and those of the parts that its part guards, become undecided.
 */
public final class Controls {
    private Controls() {
    }

    /**
     * Withdraws the verdicts that a moved control invalidates.
     *
     * @param parts the parts of one experiment, with the verdicts that follow from the intervals alone
     * @return the same parts with the final verdicts
     */
    public static List<PartResult> settle(List<PartResult> parts) {
        List<PartResult> settled = new ArrayList<>();
        for (PartResult part : parts) {
            Optional<String> guard = parts.stream()
                    .filter(other -> other.guards().contains(part.id()))
                    .flatMap(other -> other.workloads().stream())
                    .flatMap(workload -> moved(workload).stream())
                    .findFirst();
            List<WorkloadResult> workloads =
                    part.workloads().stream().map(workload -> settle(workload, moved(workload).or(() -> guard))).toList();
            settled.add(new PartResult(part.id(), part.title(), part.axis(), part.guards(), workloads, part.scenarios()));
        }
        return settled;
    }

    private static WorkloadResult settle(WorkloadResult of, Optional<String> moved) {
        if (moved.isEmpty()) {
            return of;
        }
        List<ClaimResult> claims = of.claims().stream()
                .map(claim -> claim.role() == Claim.Role.CLAIM && claim.interval() != null
                        ? claim.undecided("control moved: " + moved.get())
                        : claim)
                .toList();
        return new WorkloadResult(
                of.id(), of.title(), of.benchmark(), of.params(), of.x(), of.unit(), of.subjects(), claims, of.published());
    }

    private static Optional<String> moved(WorkloadResult workload) {
        return workload.claims().stream()
                .filter(claim -> claim.role() == Claim.Role.CONTROL && claim.verdict() == Verdict.REFUTED)
                .map(claim -> workload.id())
                .findFirst();
    }
}
