package dev.slipstream.cli.report;

import static dev.slipstream.cli.report.Sample.claim;
import static dev.slipstream.cli.report.Sample.control;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.Claim.Role;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ClaimResult.BarResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.stats.Estimator.Shape;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {
    private static final Interval NARROW = new Interval(0.98, 1.03);

    private static ClaimResult judged(List<Double> ratios, Verdict verdict, String reason, Integer morePairs) {
        return new ClaimResult("it holds", Role.CLAIM, false, "stock 21", "stock 25", new BarResult(true, false, 1.0, null),
                ratios,
                1.0, new Interval(0.5, 2), 0.95, verdict, reason, morePairs);
    }

    @Test
    void anOpenVerdictSaysWhatItWaitsFor() {
        List<Double> one = List.of(1.0);
        assertThat(Words.verdict(judged(one, Verdict.HOLDS, null, null))).isEqualTo("holds");
        assertThat(Words.verdict(judged(one, Verdict.UNDECIDED, null, 8))).isEqualTo("undecided: about 8 more pairs");
        assertThat(Words.verdict(judged(one, Verdict.UNDECIDED, null, 1))).isEqualTo("undecided: about 1 more pair");
        assertThat(Words.verdict(judged(one, Verdict.UNDECIDED, null, null))).isEqualTo("undecided: on the bar");
        assertThat(Words.verdict(judged(List.of(), Verdict.UNDECIDED, null, 3))).isEqualTo("undecided: not measured");
        assertThat(Words.verdict(judged(one, Verdict.UNDECIDED, "a control moved", 8))).isEqualTo("undecided: a control moved");
    }

    @Test
    void anUnexpectedEndingSaysWhatWasClaimed() {
        assertThat(Words.ending(scenario(Ending.HANG))).isEqualTo("hang, claimed: pass");
        assertThat(Words.ending(scenario(Ending.PASS))).isEqualTo("pass");
    }

    private static ScenarioResult scenario(Ending ending) {
        return new ScenarioResult("s", "S", "stock 21", false, List.of(), Ending.PASS, List.of(Ending.PASS, ending), List.of(),
                "");
    }

    @Test
    void everyVerdictIsCounted() {
        assertThat(Words.counts(List.of(Verdict.HOLDS, Verdict.UNDECIDED, Verdict.HOLDS)))
                .isEqualTo("2 hold, 0 refuted, 1 undecided");
    }

    @Test
    void forksWithoutAScoreFailedOrWereNeverSteady() {
        assertThat(Words.lost(Sample.scores("stock 21", 1.0, 2.0))).isEmpty();
        assertThat(Words.lost(Sample.scores("stock 21", 1.0, null))).isEqualTo("1 failed");
        assertThat(Words.lost(Sample.scores("stock 21", null, Double.NaN, Double.NaN))).isEqualTo("1 failed, 2 not steady");
        assertThat(Words.noScore(Sample.scores("stock 21"))).isEmpty();
        assertThat(Words.noScore(Sample.scores("stock 21", null, null))).isEqualTo("failed");
        assertThat(Words.noScore(Sample.scores("stock 21", Double.NaN))).isEqualTo("not steady");
        assertThat(Words.noScore(Sample.scores("stock 21", Double.NaN, null))).isEqualTo("1 failed, 1 not steady");
    }

    @Test
    void durationsAreInTheirTwoLargestUnits() {
        assertThat(Words.duration(4.6)).isEqualTo("5 s");
        assertThat(Words.duration(683)).isEqualTo("11 min 23 s");
        assertThat(Words.duration(7_260)).isEqualTo("2 h 1 min");
    }

    @Test
    void aTwinIsTheSameAgain() {
        assertThat(Words.subject("twin 21")).isEqualTo("stock 21 (again)");
        assertThat(Words.subject("option 21")).isEqualTo("stock 21 (option)");
        assertThat(Words.subject("slipstream 21")).isEqualTo("slipstream 21");
        assertThat(Words.claim(control("twin 21", "stock 21", NARROW, Verdict.HOLDS)))
                .isEqualTo("control: stock 21 against itself within 5 %");
        assertThat(Words.claim(claim("twin 21", "costs no more than noise over", "stock 21", NARROW, Verdict.HOLDS, null)))
                .isEqualTo("stock 21 (again) costs no more than noise over stock 21");
    }

    @Test
    void otherClaimsStayAsTheyAre() {
        assertThat(Words.claim(control("slipstream 21", "stock 21", NARROW, Verdict.HOLDS)))
                .isEqualTo("control: slipstream 21 within 5 % of stock 21");
        assertThat(Words.claim(control("twin 21", "stock 25", NARROW, Verdict.HOLDS)))
                .isEqualTo("control: stock 21 (again) within 5 % of stock 25");
    }

    @Test
    void noiseIsTheFarEndOfAControl() {
        assertThat(Words.noise(control("twin 21", "stock 21", NARROW, Verdict.HOLDS)))
                .hasValue("stock 21 against itself, 3 pairs: a difference below 3.0 % cannot be told from noise here.");
        assertThat(Words.noise(control("slipstream 21", "stock 21", new Interval(0.4, 1.1), Verdict.UNDECIDED)))
                .hasValue("slipstream 21 against stock 21, 3 pairs: a difference below a factor of 2.5 cannot be told from noise"
                        + " here.");
        assertThat(Words.noise(control("slipstream 21", "stock 21", new Interval(0.8, 0.9), Verdict.REFUTED)))
                .hasValue("slipstream 21 against stock 21, 3 pairs: something other than the remedy makes a difference of up to"
                        + " 25 % here.");
    }

    @Test
    void onlyMeasuredControlsTellOfNoise() {
        assertThat(Words.noise(control("twin 21", "stock 21", null, Verdict.UNDECIDED))).isEmpty();
        assertThat(Words.noise(claim("twin 21", "within 5 % of", "stock 21", NARROW, Verdict.HOLDS, null))).isEmpty();
    }

    @Test
    void confidenceIsNeverRoundedUp() {
        assertThat(Words.confidence(0.95)).isEqualTo("95 %");
        assertThat(Words.confidence(0.975)).isEqualTo("97.5 %");
        assertThat(Words.confidence(0.992)).isEqualTo("99.2 %");
        assertThat(Words.confidence(0.99996)).isEqualTo("99.9 %");
    }

    @Test
    void whatRemainsIsUndecidedOrNotMeasured() {
        List<Remaining> remaining = List.of(
                new Remaining("pinning", "a", "A", true, 2, 5, 1, 4),
                new Remaining("floor", "f", "F", false, 0, 0, 1, 2),
                new Remaining("pinning", "b", "B", false, 1, 0, 7, 3_600),
                new Remaining("pinning", "c", "C", false, 0, 1, 1, 3));
        Results results = Sample.results(Sample.HERE, remaining, List.of());
        assertThat(Words.remaining(results)).containsExactly(
                "Undecided: pinning a, 2 claims: about 1 more pair, 4 s.",
                "Not measured: floor, 1 workload: about 2 s.",
                "Not measured: pinning, 1 claim of 1 workload: about 1 h.");
        assertThat(Words.remaining(Sample.results())).isEmpty();
    }

    @Test
    void theBudgetForAllCountsWhatWasSpent() {
        List<Remaining> remaining = List.of(new Remaining("pinning", "a", "A", true, 2, 5, 1, 61));
        assertThat(Words.budget(Sample.results(Sample.HERE, remaining, List.of()))).isEqualTo("3m");
        assertThat(Words.budget(Sample.results())).isEqualTo("1m");
    }

    @Test
    void forksWithoutSteadyStateAreCounted() {
        ExperimentResult ran = new ExperimentResult("pinning", "Pinned", List.of(Sample.part("a",
                Sample.workload("a", "A", "s", Sample.scores("stock 21", 1.0, Double.NaN, null)))));
        assertThat(Words.unsteady(ran)).hasValue("Not steady: 1 of 3 forks reached no steady state. They do not count.");
        assertThat(Words.unsteady(new ExperimentResult("pinning", "Pinned", List.of()))).isEmpty();
        ForkResult range = new ForkResult(0, null, new Interval(1, 2), List.of(2.0, 1.0, 2.0), Shape.NONE, 2, null);
        ExperimentResult onlyRanges = new ExperimentResult("pinning", "Pinned", List.of(Sample.part("a",
                Sample.workload("a", "A", "s", new SubjectResult("stock 21", List.of(), List.of(range))))));
        assertThat(Sample.results(onlyRanges).measured()).isTrue();
        assertThat(Words.unsteady(onlyRanges)).hasValue(
                "Not steady: 1 of 1 fork reached no steady state. Those that went up and down count with the range of their levels: 1.");
    }

    @Test
    void momentsAreInTheirOwnTimeZone() {
        assertThat(Words.minute("2026-11-21T04:10:09.5Z")).isEqualTo("21 November 2026, 04:10 UTC");
        assertThat(Words.minute("yesterday")).isEqualTo("yesterday");
    }
}
