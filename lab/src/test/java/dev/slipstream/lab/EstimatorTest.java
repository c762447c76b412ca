package dev.slipstream.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
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
}
