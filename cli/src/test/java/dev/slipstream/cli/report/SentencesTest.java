package dev.slipstream.cli.report;

import static dev.slipstream.cli.report.Sample.claim;
import static dev.slipstream.cli.report.Sample.control;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.result.Results.Remaining;
import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentencesTest {
    private static final Interval NARROW = new Interval(0.98, 1.03);

    @Test
    void aTwinIsTheSameAgain() {
        assertThat(Sentences.subject("twin 21")).isEqualTo("stock 21 (again)");
        assertThat(Sentences.subject("option 21")).isEqualTo("stock 21 (option)");
        assertThat(Sentences.subject("slipstream 21")).isEqualTo("slipstream 21");
        assertThat(Sentences.claim(control("twin 21", "stock 21", NARROW, Verdict.HOLDS)))
                .isEqualTo("control: stock 21 against itself within 5 %");
        assertThat(Sentences.claim(claim("twin 21", "costs no more than noise over", "stock 21", NARROW, Verdict.HOLDS, null)))
                .isEqualTo("stock 21 (again) costs no more than noise over stock 21");
    }

    @Test
    void otherClaimsStayAsTheyAre() {
        assertThat(Sentences.claim(control("slipstream 21", "stock 21", NARROW, Verdict.HOLDS)))
                .isEqualTo("control: slipstream 21 within 5 % of stock 21");
        assertThat(Sentences.claim(control("twin 21", "stock 25", NARROW, Verdict.HOLDS)))
                .isEqualTo("control: stock 21 (again) within 5 % of stock 25");
    }

    @Test
    void noiseIsTheFarEndOfAControl() {
        assertThat(Sentences.noise(control("twin 21", "stock 21", NARROW, Verdict.HOLDS)))
                .hasValue("stock 21 against itself, 3 pairs: a difference below 3.0 % cannot be told from noise here.");
        assertThat(Sentences.noise(control("slipstream 21", "stock 21", new Interval(0.4, 1.1), Verdict.UNDECIDED)))
                .hasValue("slipstream 21 against stock 21, 3 pairs: a difference below a factor of 2.5 cannot be told from noise"
                        + " here.");
        assertThat(Sentences.noise(control("slipstream 21", "stock 21", new Interval(0.8, 0.9), Verdict.REFUTED)))
                .hasValue("slipstream 21 against stock 21, 3 pairs: something other than the remedy makes a difference of up to"
                        + " 25 % here.");
    }

    @Test
    void onlyMeasuredControlsTellOfNoise() {
        assertThat(Sentences.noise(control("twin 21", "stock 21", null, Verdict.UNDECIDED))).isEmpty();
        assertThat(Sentences.noise(claim("twin 21", "within 5 % of", "stock 21", NARROW, Verdict.HOLDS, null))).isEmpty();
    }

    @Test
    void confidenceIsNeverRoundedUp() {
        assertThat(Sentences.confidence(0.95)).isEqualTo("95 %");
        assertThat(Sentences.confidence(0.975)).isEqualTo("97.5 %");
        assertThat(Sentences.confidence(0.992)).isEqualTo("99.2 %");
        assertThat(Sentences.confidence(0.99996)).isEqualTo("99.9 %");
    }

    @Test
    void whatRemainsIsUndecidedOrNotMeasured() {
        List<Remaining> remaining = List.of(
                new Remaining("pinning", "a", "A", true, 2, 5, 1, 4),
                new Remaining("floor", "f", "F", false, 0, 0, 1, 2),
                new Remaining("pinning", "b", "B", false, 1, 0, 7, 3_600),
                new Remaining("pinning", "c", "C", false, 0, 1, 1, 3));
        Results results = Sample.results(Sample.HERE, remaining, List.of());
        assertThat(Sentences.remaining(results)).containsExactly(
                "Undecided: pinning a, 2 claims: about 1 more pair, 4 s.",
                "Not measured: floor, 1 workload: about 2 s.",
                "Not measured: pinning, 1 claim of 1 workload: about 1 h.");
        assertThat(Sentences.remaining(Sample.results())).isEmpty();
    }

    @Test
    void theBudgetForAllCountsWhatWasSpent() {
        List<Remaining> remaining = List.of(new Remaining("pinning", "a", "A", true, 2, 5, 1, 61));
        assertThat(Sentences.budget(Sample.results(Sample.HERE, remaining, List.of()))).isEqualTo("3m");
        assertThat(Sentences.budget(Sample.results())).isEqualTo("1m");
    }

    @Test
    void forksWithoutSteadyStateAreCounted() {
        ExperimentResult ran = new ExperimentResult("pinning", "Pinned", List.of(Sample.part("a",
                Sample.workload("a", "A", "s", Sample.scores("stock 21", 1.0, Double.NaN, null)))));
        assertThat(Sentences.unsteady(ran)).hasValue("Not steady: 1 of 3 forks reached no steady state, and do not count.");
        assertThat(Sentences.unsteady(new ExperimentResult("pinning", "Pinned", List.of()))).isEmpty();
    }
}
