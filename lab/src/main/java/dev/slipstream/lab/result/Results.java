package dev.slipstream.lab.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that a proof has found. Lists are in the order of measurement, times are in the unit of their workload.
 *
 * @param schemaVersion changes when a reader has to
 * @param started when, as ISO 8601 in UTC
 * @param size {@code quick}, {@code default} or {@code full}
 * @param environment where
 * @param experiments what
 */
public record Results(
        int schemaVersion, String started, String size, Environment environment, List<ExperimentResult> experiments) {

    /** The schema of this class. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * All parts of all experiments.
     *
     * @return in order
     */
    public Stream<PartResult> parts() {
        return experiments.stream().flatMap(experiment -> experiment.parts().stream());
    }

    /**
     * Whether anything was measured at all.
     *
     * @return false if not a single fork gave a score and no scenario was run
     */
    public boolean measured() {
        return parts().anyMatch(part -> !part.scenarios().isEmpty()
                || part.workloads().stream().anyMatch(WorkloadResult::measured));
    }

    /**
     * Whether every claim held.
     *
     * @return false if one was refuted or is undecided
     */
    public boolean allHold() {
        return parts().allMatch(PartResult::allHold);
    }
}
