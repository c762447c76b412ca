package dev.slipstream.lab.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PairsTest {

    private static Interval interval(double... ratios) {
        return Pairs.interval(ratios, Judgement.CONFIDENCE);
    }

    @Test
    void treatsGainAndLossAlike() {
        assertThat(Pairs.pseudoMedian(new double[] {0.5, 2})).isCloseTo(1, within(1e-12));
    }

    @Test
    void oneSlowForkHardlyMovesIt() {
        assertThat(Pairs.pseudoMedian(new double[] {1, 1.01, 0.99, 1.02, 0.98, 1, 40})).isBetween(0.99, 1.02);
    }

    @Test
    void equalRatiosLeaveNoDoubt() {
        Interval interval = interval(1.5, 1.5, 1.5, 1.5);

        assertThat(interval.low()).isCloseTo(1.5, within(1e-9));
        assertThat(interval.high()).isCloseTo(1.5, within(1e-9));
    }

    /** Student's: the mean of the logarithms, plus and minus 4.303 standard errors. */
    @Test
    void threePairsReachBeyondWhatWasSeen() {
        Interval interval = interval(1.1, 1 / 1.1, 1.0);
        double half = 4.303 * Math.log(1.1) / Math.sqrt(3);

        assertThat(interval.low()).isCloseTo(Math.exp(-half), within(1e-4));
        assertThat(interval.high()).isCloseTo(Math.exp(half), within(1e-4));
    }

    @Test
    void sameRatiosGiveTheSameInterval() {
        double[] ratios = {1.02, 0.97, 1.1, 0.88, 1.05};

        assertThat(interval(ratios)).isEqualTo(interval(ratios));
    }

    @Test
    void moreScatterGivesAWiderInterval() {
        Interval narrow = interval(0.98, 1.02, 0.99, 1.01, 1);
        Interval wide = interval(0.8, 1.2, 0.9, 1.1, 1);

        assertThat(wide.high() - wide.low()).isGreaterThan(3 * (narrow.high() - narrow.low()));
    }

    @Test
    void moreConfidenceGivesAWiderInterval() {
        double[] ratios = {0.98, 1.02, 0.99, 1.01, 1, 1.03, 0.97, 1.005};
        Interval usual = interval(ratios);
        Interval surer = Pairs.interval(ratios, 0.999);

        assertThat(surer.low()).isLessThan(usual.low());
        assertThat(surer.high()).isGreaterThan(usual.high());
    }

    @Test
    void fewerThanThreePairsHaveNone() {
        assertThatThrownBy(() -> interval(1, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hundredsOfPairsAreNoTrouble() {
        double[] ratios = new double[500];
        Arrays.setAll(ratios, i -> 1 + (i % 11) / 100.0);

        assertThat(interval(ratios).contains(1.05)).isTrue();
    }
}
