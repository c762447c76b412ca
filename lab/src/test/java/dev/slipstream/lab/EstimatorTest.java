package dev.slipstream.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.stats.SteadyState;
import dev.slipstream.lab.stats.SteadyState.Shape;
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
    void aWarmUpOfTheFastestEnds() {
        double[] warming = IntStream.range(0, 60).mapToDouble(i -> i < 30 ? 1_050 : 73 + i % 2).toArray();
        SteadyState state = Estimator.FASTEST.steadyState(warming, 10, 8);
        assertThat(state.shape()).isEqualTo(Shape.WARM_UP);
        assertThat(state.from()).isBetween(24, 30);
    }
}
