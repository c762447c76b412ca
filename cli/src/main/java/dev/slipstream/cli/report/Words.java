package dev.slipstream.cli.report;

import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.stats.Numbers;
import dev.slipstream.lab.stats.Verdict;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a report says things, whatever it is written in. */
public final class Words {
    private Words() {
    }

    /**
     * A verdict, and what an open one waits for.
     *
     * @param claim what was judged
     * @return such as {@code undecided: about 8 more pairs}
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
     * How a scenario ended, and what was claimed if that is something else.
     *
     * @param scenario what was run
     * @return such as {@code hang, claimed: pass}
     */
    public static String ending(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.HOLDS
                ? word(scenario.ending())
                : word(scenario.ending()) + ", claimed: " + word(scenario.expected());
    }

    /**
     * An interval.
     *
     * @param claim what was judged
     * @return such as {@code 19.0 to 19.3}, empty if it has none
     */
    public static String interval(ClaimResult claim) {
        return claim.interval() == null
                ? ""
                : Numbers.significant(claim.interval().low()) + " to " + Numbers.significant(claim.interval().high());
    }

    /**
     * How many there are of each verdict.
     *
     * @param verdicts all of them
     * @return such as {@code 7 hold, 0 refuted, 1 undecided}
     */
    public static String counts(Collection<Verdict> verdicts) {
        return Stream.of(Verdict.values())
                .map(each -> verdicts.stream().filter(each::equals).count() + " " + plural(each))
                .collect(Collectors.joining(", "));
    }

    /**
     * What several claims do.
     *
     * @param verdict their verdict
     * @return such as {@code hold}
     */
    public static String plural(Verdict verdict) {
        return verdict == Verdict.HOLDS ? "hold" : verdict.toString();
    }

    private static String word(Ending ending) {
        return ending.name().toLowerCase(Locale.ROOT);
    }
}
