package dev.slipstream.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {

    @Test
    void geometricMeanTreatsGainAndLossAlike() {
        assertThat(Bootstrap.geometricMean(new double[] {0.5, 2})).isCloseTo(1, within(1e-12));
    }

    @Test
    void equalRatiosLeaveNoDoubt() {
        Interval interval = Bootstrap.interval(new double[] {1.5, 1.5, 1.5, 1.5});
        assertThat(interval.low()).isCloseTo(1.5, within(1e-9));
        assertThat(interval.high()).isCloseTo(1.5, within(1e-9));
    }

    @Test
    void threePairsSpanWhatWasSeen() {
        Interval interval = Bootstrap.interval(new double[] {1.1, 0.9, 1.0});
        assertThat(interval.low()).isCloseTo(0.9, within(1e-9));
        assertThat(interval.high()).isCloseTo(1.1, within(1e-9));
    }

    @Test
    void sameRatiosGiveTheSameInterval() {
        double[] ratios = {1.02, 0.97, 1.1, 0.88, 1.05};
        assertThat(Bootstrap.interval(ratios)).isEqualTo(Bootstrap.interval(ratios));
    }

    @Test
    void moreScatterGivesAWiderInterval() {
        Interval narrow = Bootstrap.interval(new double[] {0.98, 1.02, 0.99, 1.01, 1});
        Interval wide = Bootstrap.interval(new double[] {0.8, 1.2, 0.9, 1.1, 1});
        assertThat(wide.high() - wide.low()).isGreaterThan(3 * (narrow.high() - narrow.low()));
    }

    @Test
    void fewerThanThreePairsHaveNone() {
        assertThatThrownBy(() -> Bootstrap.interval(new double[] {1, 2})).isInstanceOf(IllegalArgumentException.class);
    }

    /** The true ratio is 2, and the pairs scatter log-normally around it. */
    @ParameterizedTest
    @ValueSource(ints = {7, 14, 25})
    void coversTheTruthAboutNineteenTimesInTwenty(int pairs) {
        Random random = new Random(pairs);
        int trials = 200;
        long covered = IntStream.range(0, trials)
                .filter(trial -> {
                    double[] ratios = new double[pairs];
                    for (int i = 0; i < pairs; i++) {
                        ratios[i] = 2 * Math.exp(0.2 * random.nextGaussian());
                    }
                    return Bootstrap.interval(ratios).contains(2);
                })
                .count();
        assertThat((double) covered / trials).isBetween(0.90, 0.99);
    }
}
