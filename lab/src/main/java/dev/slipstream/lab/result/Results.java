package dev.slipstream.lab.result;

import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * Results of a proof. Lists are in the order of measurement, times are in the unit of their workload.
 *
 * @param schema always {@link #SCHEMA}
 * @param schemaVersion the version of the schema, which changes when readers must change
 * @param version Slipstream's version, empty if unknown
 * @param command the words of the command line
 * @param started the start time, as ISO 8601 in UTC
 * @param seconds the time that the proof took, without pauses between a stop and its resumption
 * @param budget the time that it was allowed to take, in seconds
 * @param ended whether it ended by itself and was not stopped
 * @param remaining the workloads and scenarios that the time was too short for
 * @param environment the environment
 * @param floors the limits of the machine, whatever the remedy
 * @param experiments the results of the experiments
 */
public record Results(
        String schema,
        int schemaVersion,
        String version,
        List<String> command,
        String started,
        double seconds,
        double budget,
        boolean ended,
        List<Remaining> remaining,
        Environment environment,
        List<WorkloadResult> floors,
        List<ExperimentResult> experiments) {
    /** The name of the schema. */
    public static final String SCHEMA = "slipstream-results";

    /** The version of the schema. */
    public static final int SCHEMA_VERSION = 3;

    /**
     * Workload or scenario that is not settled: it has undecided claims that more pairs may decide, or subjects without scores.
     *
     * @param remedy its remedy, or {@code floor}
     * @param id its name
     * @param title its description
     * @param headline whether its claims are those that the remedy is judged by first
     * @param claims the number of claims to decide; 0 if its scores are only shown
     * @param measured the number of pairs so far
     * @param pairs the number of further pairs needed
     * @param seconds the time that the further pairs would take
     */
    public record Remaining(
            String remedy, String id, String title, boolean headline, int claims, int measured, int pairs, double seconds) {
    }

    /**
     * Returns all parts of all experiments.
     *
     * @return parts in order
     */
    public Stream<PartResult> parts() {
        return experiments.stream().flatMap(experiment -> experiment.parts().stream());
    }

    /**
     * Returns the verdicts of all claims and scenarios.
     *
     * @return verdicts in order
     */
    public Stream<Verdict> verdicts() {
        return parts().flatMap(PartResult::verdicts);
    }

    /**
     * Tells whether anything was measured.
     *
     * @return false if no fork gave a score and no scenario ran
     */
    public boolean measured() {
        return parts().anyMatch(part -> !part.scenarios().isEmpty()
                || part.workloads().stream().anyMatch(WorkloadResult::measured));
    }

    /**
     * Tells whether any claim or scenario has a verdict.
     *
     * @param verdict the verdict
     * @return true if at least one has it
     */
    public boolean any(Verdict verdict) {
        return verdicts().anyMatch(verdict::equals);
    }
}
