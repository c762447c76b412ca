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
 * @param budget how long it was allowed to take, in seconds
 * @param ended whether it has ended by itself, rather than being stopped
 * @param remaining what the time was not enough for
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
        double budget,
        boolean ended,
        List<Remaining> remaining,
        Environment environment,
        List<WorkloadResult> floors,
        List<ExperimentResult> experiments) {
    /** The name of this schema. */
    public static final String SCHEMA = "slipstream-results";

    /** Its version. */
    public static final int SCHEMA_VERSION = 3;

    /**
     * A workload or scenario that is not settled: it has undecided claims that more pairs may decide, or subjects without scores.
     *
     * @param remedy its remedy, or {@code floor}
     * @param id its name
     * @param title what it does
     * @param headline whether its claims are among what the remedy is judged by first
     * @param claims how many claims it would decide; 0 if its scores are only shown
     * @param measured how many pairs there are
     * @param pairs how many more pairs it would take
     * @param seconds how long these would take
     */
    public record Remaining(
            String remedy, String id, String title, boolean headline, int claims, int measured, int pairs, double seconds) {
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
     * Whether a verdict is among those that were reached.
     *
     * @param verdict which
     * @return true if one claim or scenario has it
     */
    public boolean any(Verdict verdict) {
        return verdicts().anyMatch(verdict::equals);
    }
}
