package dev.slipstream.cli.report;

import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.ScenarioResult;
import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.stats.Numbers;
import dev.slipstream.lab.stats.Verdict;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Phrases of a report, independent of its format. */
public final class Words {
    private Words() {
    }

    /**
     * Formats a verdict, and what an undecided one still needs.
     *
     * @param claim the judged claim
     * @return a phrase such as {@code undecided: about 8 more pairs}
     */
    public static String verdict(ClaimResult claim) {
        if (claim.verdict() != Verdict.UNDECIDED) {
            return claim.verdict() + (claim.reason() == null ? "" : ": " + claim.reason());
        }
        if (claim.reason() != null) {
            return claim.verdict() + ": " + claim.reason();
        }
        if (claim.ratios().isEmpty()) {
            return claim.verdict() + ": not measured";
        }
        return claim.verdict() + (claim.morePairs() == null
                ? ": on the bar"
                : ": about " + claim.morePairs() + (claim.morePairs() == 1 ? " more pair" : " more pairs"));
    }

    /**
     * Formats the ending of a scenario, and the claimed ending if it differs.
     *
     * @param scenario the scenario
     * @return a phrase such as {@code hang, claimed: pass}
     */
    public static String ending(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.HOLDS
                ? word(scenario.ending())
                : word(scenario.ending()) + ", claimed: " + word(scenario.expected());
    }

    /**
     * Formats the interval of a claim.
     *
     * @param claim the judged claim
     * @return an interval such as {@code 19.0 to 19.3}; empty if the claim has none
     */
    public static String interval(ClaimResult claim) {
        return claim.interval() == null
                ? ""
                : Numbers.significant(claim.interval().low()) + " to " + Numbers.significant(claim.interval().high());
    }

    /**
     * Formats the number of each verdict.
     *
     * @param verdicts all verdicts
     * @return a list such as {@code 7 hold, 0 refuted, 1 undecided}
     */
    public static String counts(Collection<Verdict> verdicts) {
        return Stream.of(Verdict.values())
                .map(each -> verdicts.stream().filter(each::equals).count() + " " + plural(each))
                .collect(Collectors.joining(", "));
    }

    /**
     * Formats a time in its two largest units.
     *
     * @param seconds the time in seconds, at least 0
     * @return a time such as {@code 4 min 10 s}
     */
    public static String duration(double seconds) {
        Duration duration = Duration.ofSeconds(Math.round(seconds));
        long hours = duration.toHours();
        long minutes = duration.toMinutes();
        return hours > 0 ? hours + " h" + rest(duration.toMinutesPart(), " min")
                : minutes > 0 ? minutes + " min" + rest(duration.toSecondsPart(), " s")
                : duration.toSecondsPart() + " s";
    }

    private static String rest(int number, String unit) {
        return number == 0 ? "" : " " + number + unit;
    }

    /**
     * Formats a count with its noun.
     *
     * @param count the count, at least 0
     * @param what the noun in the singular
     * @return a phrase such as {@code 1 claim} or {@code 1,200 claims}
     */
    public static String count(long count, String what) {
        return String.format(Locale.ROOT, "%,d ", count) + what + (count == 1 ? "" : "s");
    }

    /**
     * Formats the numbers of forks without a score.
     *
     * @param subject the subject of the forks
     * @return a list such as {@code 1 failed, 2 not steady}; empty if every fork has one
     */
    public static String lost(SubjectResult subject) {
        return Stream.of(lost(subject.failures().size(), "failed"), lost(subject.unsteady(), "not steady"))
                .filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    private static String lost(long count, String how) {
        return count == 0 ? "" : count + " " + how;
    }

    /**
     * Returns the replacement for a median if no fork has a score.
     *
     * @param subject the subject of the forks
     * @return a phrase such as {@code failed} or {@code not steady}; empty if no fork has run
     */
    public static String noScore(SubjectResult subject) {
        return subject.unsteady() == 0 ? subject.failures().isEmpty() ? "" : "failed"
                : subject.failures().isEmpty() ? "not steady" : lost(subject);
    }

    /**
     * Returns the plural form of a verdict.
     *
     * @param verdict the verdict
     * @return a word such as {@code hold}
     */
    public static String plural(Verdict verdict) {
        return verdict == Verdict.HOLDS ? "hold" : verdict.toString();
    }

    private static String word(Ending ending) {
        return ending.name().toLowerCase(Locale.ROOT);
    }
}
