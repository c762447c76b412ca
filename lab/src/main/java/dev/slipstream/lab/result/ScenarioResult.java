package dev.slipstream.lab.result;

import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;

/**
 * Result of a scenario on one subject.
 *
 * @param id the scenario's name
 * @param title its description
 * @param subject the subject's name
 * @param headline whether the remedy is judged by it first
 * @param jvmArgs the arguments of its JVM
 * @param expected the ending that is claimed
 * @param endings the ending of each run
 * @param seconds the time of each run
 * @param output the end of the output of the first run with another ending, empty if there is none
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
     * Returns the verdict on the claimed ending.
     *
     * @return {@link Verdict#HOLDS} if every run ended as claimed, otherwise {@link Verdict#REFUTED}
     */
    public Verdict verdict() {
        return endings.stream().allMatch(ending -> ending == expected) ? Verdict.HOLDS : Verdict.REFUTED;
    }

    /**
     * Returns the ending to show for all runs.
     *
     * @return the first ending that is not as claimed, otherwise the claimed one
     */
    public Ending ending() {
        return endings.stream().filter(ending -> ending != expected).findFirst().orElse(expected);
    }
}
