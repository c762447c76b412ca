package dev.slipstream.lab.result;

import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that a proof has found. Lists are in the order of measurement, times are in the unit of their workload.
 *
 * @param schema always {@link #SCHEMA}
 * @param schemaVersion changes when a reader has to
 * @param version of Slipstream, empty if it is not known
 * @param command what was asked for, as words of a command line
 * @param started when, as ISO 8601 in UTC
 * @param seconds how long it took, pauses between a stop and its resumption left out
 * @param size {@code quick}, {@code default} or {@code full}
 * @param missing what was planned and has not run, for a proof that was stopped; otherwise empty
 * @param environment where
 * @param floors what the machine allows, whatever the remedy
 * @param experiments what
 */
public record Results(
        String schema,
        int schemaVersion,
        String version,
        List<String> command,
        String started,
        double seconds,
        String size,
        List<Missing> missing,
        Environment environment,
        List<WorkloadResult> floors,
        List<ExperimentResult> experiments) {
    /** The name of this schema. */
    public static final String SCHEMA = "slipstream-results";

    /** Its version. */
    public static final int SCHEMA_VERSION = 2;

    /**
     * Steps that have not run.
     *
     * @param step the workload or scenario, and its subject
     * @param done how many of them have run
     * @param planned how many should have
     */
    public record Missing(String step, int done, int planned) {
    }

    /**
     * All parts of all experiments.
     *
     * @return in order
     */
    public Stream<PartResult> parts() {
        return experiments.stream().flatMap(experiment -> experiment.parts().stream());
    }

    /**
     * The verdicts of all claims and scenarios.
     *
     * @return in order
     */
    public Stream<Verdict> verdicts() {
        return parts().flatMap(PartResult::verdicts);
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
     * Whether everything has run and every claim held.
     *
     * @return false if one was refuted or is undecided, or if something is missing
     */
    public boolean allHold() {
        return missing.isEmpty() && verdicts().allMatch(verdict -> verdict == Verdict.HOLDS);
    }
}
