package dev.slipstream.lab.result;

import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;

/**
 * How a scenario ended on one subject.
 *
 * @param id the scenario's name
 * @param title what it does
 * @param subject the subject's name
 * @param headline whether it is among what the remedy is judged by first
 * @param jvmArgs what its JVM was given
 * @param expected the ending that is claimed
 * @param endings how each run ended
 * @param seconds how long each run took
 * @param output the end of the output of the first run that ended otherwise, empty if none did
 */
public record ScenarioResult(
        String id,
        String title,
        String subject,
        boolean headline,
        List<String> jvmArgs,
        Ending expected,
        List<Ending> endings,
        List<Double> seconds,
        String output) {

    /**
     * Whether the claim holds.
     *
     * @return holds if every run ended as claimed, otherwise refuted
     */
    public Verdict verdict() {
        return endings.stream().allMatch(ending -> ending == expected) ? Verdict.HOLDS : Verdict.REFUTED;
    }

    /**
     * The ending to show for all runs.
     *
     * @return the first that is not as claimed, otherwise the claimed one
     */
    public Ending ending() {
        return endings.stream().filter(ending -> ending != expected).findFirst().orElse(expected);
    }
}
