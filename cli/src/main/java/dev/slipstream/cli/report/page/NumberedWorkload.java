package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.result.Results.PartResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A workload and the number under which the page refers to it.
 *
 * @param number the letter of its part, followed by a number if the part has several workloads
 * @param workload the workload on every machine
 */
record NumberedWorkload(String number, Across<WorkloadResult> workload) {
    /** Returns the workloads of all parts. */
    static List<NumberedWorkload> of(Across<ExperimentResult> experiment) {
        List<NumberedWorkload> all = new ArrayList<>();
        experiment.split(ExperimentResult::parts, PartResult::id).forEach(part -> all.addAll(ofPart(part)));
        return all;
    }

    /** Returns the workloads of one part. */
    static List<NumberedWorkload> ofPart(Across<PartResult> part) {
        List<Across<WorkloadResult>> workloads = part.split(PartResult::workloads, WorkloadResult::id);
        List<NumberedWorkload> all = new ArrayList<>();
        for (int i = 0; i < workloads.size(); i++) {
            all.add(new NumberedWorkload(part.any().id() + (workloads.size() == 1 ? "" : i + 1), workloads.get(i)));
        }
        return all;
    }

    /** Returns the claims about the workload. */
    List<Across<ClaimResult>> claims() {
        return workload.split(WorkloadResult::claims, ClaimResult::text);
    }

    String title() {
        return workload.any().title();
    }
}
