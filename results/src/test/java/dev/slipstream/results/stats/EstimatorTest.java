package dev.slipstream.results.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.stats.Estimator.Shape;
import dev.slipstream.results.stats.Estimator.SteadyState;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EstimatorTest {
    @Test
    void oneSlowIterationDoesNotDecide() {
        assertThat(Estimator.MEDIAN.of(DoubleStream.of(7, 90, 8))).isEqualTo(8);
    }

    @Test
    void whatElseRunsOnlyMakesItSlower() {
        assertThat(Estimator.FASTEST.of(DoubleStream.of(11.5, 7.1, 12))).isEqualTo(7.1);
    }

    @Test
    void burstsDoNotEndTheSteadyStateOfTheFastest() {
        double[] bursts = IntStream.range(0, 60).mapToDouble(i -> i / 6 % 2 == 0 ? 25.1 + 0.1 * (i % 3) : 38 + i % 5).toArray();
        assertThat(Estimator.MEDIAN.steadyState(bursts, 10, 8).reached()).isFalse();
        assertThat(Estimator.FASTEST.steadyState(bursts, 10, 8)).isEqualTo(new SteadyState(Shape.FLAT, 10));
    }

    @Test
    void codeThatBecomesSlowerDoes() {
        double[] slower = IntStream.range(0, 60).mapToDouble(i -> (i < 20 ? 25 : 33) + 0.1 * (i % 3)).toArray();
        SteadyState state = Estimator.FASTEST.steadyState(slower, 10, 8);
        assertThat(state.shape()).isEqualTo(Shape.SLOWDOWN);
        assertThat(state.from()).isBetween(20, 26);
    }

    @Test
    void aForkThatWasFasterGoesOn() {
        double[] slower = IntStream.range(0, 60).mapToDouble(i -> (i < 40 ? 25 : 33) + 0.1 * (i % 3)).toArray();
        assertThat(Estimator.MEDIAN.ends(slower, 10, 8)).isTrue();
        assertThat(Estimator.FASTEST.ends(slower, 10, 8)).isFalse();
        double[] fast = DoubleStream.concat(DoubleStream.of(slower), DoubleStream.generate(() -> 25.1).limit(30)).toArray();
        assertThat(Estimator.FASTEST.ends(fast, 10, 8)).isTrue();
    }

    @Test
    void aWarmUpOfTheFastestEnds() {
        double[] warming = IntStream.range(0, 60).mapToDouble(i -> i < 30 ? 1_050 : 73 + i % 2).toArray();
        SteadyState state = Estimator.FASTEST.steadyState(warming, 10, 8);
        assertThat(state.shape()).isEqualTo(Shape.WARM_UP);
        assertThat(state.from()).isBetween(24, 30);
    }

    /** Recorded: renames of 16 characters on a core whose other hardware thread is busy at times. */
    @Test
    void aForkThatGoesUpAndDownHasARange() {
        double[] disturbed = {1_000, 976, 985, 771, 678, 665, 1_050, 992, 994, 960, 950, 904, 902, 906, 877, 894, 888, 901, 653,
            822,
            828, 854, 808, 921, 862, 924, 1_000, 1_040, 1_010, 946, 953, 936, 933, 932, 955, 942, 943, 949, 943, 946, 960, 936,
            948, 889, 816, 910, 1_050, 1_000, 1_020};
        assertThat(Estimator.MEDIAN.steadyState(disturbed, 8, 8).reached()).isFalse();
        Interval range = Estimator.MEDIAN.range(disturbed, 8).orElseThrow();
        assertThat(range.low()).isBetween(650.0, 880.0);
        assertThat(range.high()).isBetween(1_000.0, 1_050.0);
        assertThat(Estimator.FASTEST.range(disturbed, 8)).contains(Interval.of(653));
    }

    @Test
    void aForkThatOnlyBecomesFasterMayNotBeWarmAndHasNone() {
        double[] cold =
                IntStream.range(0, 60).mapToDouble(i -> i < 20 ? 1_050 + i % 3 : i < 54 ? 700 + i % 3 : 73 + i % 2).toArray();
        for (Estimator estimator : Estimator.values()) {
            assertThat(estimator.steadyState(cold, 10, 8).reached()).isFalse();
            assertThat(estimator.range(cold, 10)).isEmpty();
        }
    }

    @Test
    void aForkThatOnlyBecomesSlowerMayGoOnAndHasNone() {
        double[] leak = IntStream.range(0, 60).mapToDouble(i -> 50 * Math.pow(1.08, i)).toArray();
        for (Estimator estimator : Estimator.values()) {
            assertThat(estimator.steadyState(leak, 10, 8).reached()).isFalse();
            assertThat(estimator.range(leak, 10)).isEmpty();
        }
        assertThat(Estimator.MEDIAN.range(new double[0], 10)).isEmpty();
    }
}
