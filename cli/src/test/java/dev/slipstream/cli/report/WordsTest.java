package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Claim.Role;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.ClaimResult.BarResult;
import dev.slipstream.lab.result.Results.ScenarioResult;
import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {
    private static ClaimResult claim(List<Double> ratios, Verdict verdict, String reason, Integer morePairs) {
        return new ClaimResult("it holds", Role.CLAIM, false, "stock 21", "stock 25", new BarResult(true, false, 1.0, null), ratios,
                1.0, new Interval(0.5, 2), 0.95, verdict, reason, morePairs);
    }

    @Test
    void anOpenVerdictSaysWhatItWaitsFor() {
        List<Double> one = List.of(1.0);
        assertThat(Words.verdict(claim(one, Verdict.HOLDS, null, null))).isEqualTo("holds");
        assertThat(Words.verdict(claim(one, Verdict.UNDECIDED, null, 8))).isEqualTo("undecided: about 8 more pairs");
        assertThat(Words.verdict(claim(one, Verdict.UNDECIDED, null, 1))).isEqualTo("undecided: about 1 more pair");
        assertThat(Words.verdict(claim(one, Verdict.UNDECIDED, null, null))).isEqualTo("undecided: on the bar");
        assertThat(Words.verdict(claim(List.of(), Verdict.UNDECIDED, null, 3))).isEqualTo("undecided: not measured");
        assertThat(Words.verdict(claim(one, Verdict.UNDECIDED, "a control moved", 8))).isEqualTo("undecided: a control moved");
    }

    @Test
    void anUnexpectedEndingSaysWhatWasClaimed() {
        assertThat(Words.ending(scenario(Ending.HANG))).isEqualTo("hang, claimed: pass");
        assertThat(Words.ending(scenario(Ending.PASS))).isEqualTo("pass");
    }

    private static ScenarioResult scenario(Ending ending) {
        return new ScenarioResult("s", "S", "stock 21", false, List.of(), Ending.PASS, List.of(Ending.PASS, ending), List.of(), "");
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
    void quotedScoresKeepTheirDigits() {
        assertThat(new Unit("us", 1e6).exactly(0.0000016)).isEqualTo("1.6 us");
        assertThat(new Unit("s", 1).exactly(34.133)).isEqualTo("34.133 s");
        assertThat(new Unit("", 1).text(2)).isEqualTo("2.00");
    }
}
