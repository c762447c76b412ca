package dev.slipstream.lab.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {

    @ParameterizedTest
    @CsvSource({"10, 12, HOLDS", "9.9, 12, UNDECIDED", "8, 9.9, REFUTED"})
    void faster(double low, double high, Verdict expected) {
        assertThat(new Bar.Faster(10).judge(new Interval(low, high))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 1.2, HOLDS", "1.1, 1.3, UNDECIDED", "1.21, 1.3, REFUTED"})
    void atMost(double low, double high, Verdict expected) {
        assertThat(new Bar.AtMost(1.2).judge(new Interval(low, high))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.96, 1.04, HOLDS", "0.94, 1.01, UNDECIDED", "0.9, 1.1, UNDECIDED", "1.06, 1.2, REFUTED", "0.8, 0.9, REFUTED"
    })
    void same(double low, double high, Verdict expected) {
        assertThat(new Bar.Same(0.05).judge(new Interval(low, high))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.9, 1.2, HOLDS", "1.01, 1.04, HOLDS", "0.5, 0.9, HOLDS", "0.7, 1.4, UNDECIDED", "1.01, 1.2, UNDECIDED",
        "1.06, 1.2, REFUTED"
    })
    void noCost(double low, double high, Verdict expected) {
        assertThat(new Bar.NoCost(0.05).judge(new Interval(low, high))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "1, 2", "2, 1"})
    void fewerThanThreePairsDecideNothing(int pairs, int more) {
        double[] ratios = new double[pairs];
        Arrays.fill(ratios, 20);
        Judgement judgement = Pairs.judge(new Bar.Faster(10), Points.of(ratios), Judgement.CONFIDENCE);
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.interval()).isEmpty();
        assertThat(judgement.morePairs()).hasValue(more);
    }

    @Test
    void settledClaimsNeedNoMorePairs() {
        Judgement judgement = Pairs.judge(new Bar.Faster(10), Points.of(20, 19, 21), Judgement.CONFIDENCE);
        assertThat(judgement.verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judgement.morePairs()).isEmpty();
    }

    @Test
    void theCloserToTheBarTheMorePairs() {
        double[] near = {1.05, 1.10, 1.15, 1.20, 1.25};
        double[] nearer = {1.08, 1.13, 1.18, 1.23, 1.28};
        Bar bar = new Bar.AtMost(1.2);
        int some = Pairs.judge(bar, Points.of(near), Judgement.CONFIDENCE).morePairs().orElseThrow();
        assertThat(some).isPositive();
        assertThat(Pairs.judge(bar, Points.of(nearer), Judgement.CONFIDENCE).morePairs().orElseThrow()).isGreaterThan(some);
    }

    @Test
    void onTheBarNoNumberOfPairsHelps() {
        Judgement judgement = Pairs.judge(new Bar.AtMost(1), Points.of(0.5, 2, 0.5, 2), Judgement.CONFIDENCE);
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.morePairs()).isEmpty();
    }
}
