package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class AxisScaleTest {
    private static AxisScale logarithmic(double... values) {
        return AxisScale.logarithmic(DoubleStream.of(values));
    }

    private static AxisScale linear(double... values) {
        return AxisScale.linear(DoubleStream.of(values));
    }

    private static List<String> labels(AxisScale scale, double... wanted) {
        return scale.ticks(wanted).stream().map(AxisScale.Tick::label).toList();
    }

    @Test
    void equalFactorsAreEqualDistances() {
        AxisScale scale = logarithmic(1, 100);
        assertThat(scale.at(10)).isCloseTo(0.5, within(1e-9));
        assertThat(scale.at(10) - scale.at(1)).isCloseTo(scale.at(100) - scale.at(10), within(1e-9));
    }

    @Test
    void equalDifferencesAreEqualDistances() {
        AxisScale scale = linear(-5, 5);
        assertThat(scale.at(0)).isCloseTo(0.5, within(1e-9));
        assertThat(AxisScale.fromZero(DoubleStream.of(3, 7)).at(0)).isZero();
    }

    @Test
    void whatLiesOutsideStandsAtTheEnd() {
        assertThat(logarithmic(1, 10).at(0)).isZero();
        assertThat(logarithmic(1, 10).at(Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(linear(1, 2).at(-7)).isZero();
        assertThat(logarithmic(1, 10).at(-7)).isZero();
        assertThat(linear(1, 2).at(Double.NaN)).isZero();
    }

    @Test
    void ticksAreRoundAndFew() {
        assertThat(labels(logarithmic(1, 1_000))).containsExactly("1", "10", "100", "1,000");
        assertThat(labels(logarithmic(1, 40))).containsExactly("1", "3", "10", "30");
        assertThat(labels(logarithmic(0.95, 1.05))).containsExactly("0.95", "1", "1.05");
        assertThat(labels(logarithmic(1e-9, 1e9), 1).size()).isBetween(3, 8);
        assertThat(labels(linear(0, 100))).containsExactly("0", "50", "100");
        assertThat(labels(linear(0.11, 0.14))).contains("0.12", "0.14");
        assertThat(labels(linear(0, 2_500_000))).contains("0M", "1M", "2M");
    }

    @Test
    void wantedValuesAreMarkedFirst() {
        assertThat(labels(logarithmic(0.9, 9), 1)).contains("1");
        assertThat(labels(logarithmic(2, 9), 1)).doesNotContain("1");
    }

    @Test
    void ticksKeepTheirDistanceWhateverTheRange() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            double low = Math.pow(10, random.nextDouble() * 12 - 6);
            double high = low * (1 + Math.pow(10, random.nextDouble() * 8 - 4));
            for (AxisScale scale : List.of(logarithmic(low, high), linear(low, high))) {
                List<AxisScale.Tick> ticks = scale.ticks();
                assertThat(ticks).hasSizeBetween(2, 8);
                assertThat(ticks).extracting(AxisScale.Tick::label).doesNotHaveDuplicates();
                for (int t = 1; t < ticks.size(); t++) {
                    assertThat(ticks.get(t).at() - ticks.get(t - 1).at()).isGreaterThan(0.13);
                }
            }
        }
    }

    @Test
    void oneValueOrNoneIsEnough() {
        assertThat(logarithmic(5).at(5)).isCloseTo(0.5, within(1e-9));
        assertThat(linear(0).at(0)).isCloseTo(0.5, within(1e-9));
        assertThat(linear().ticks()).isNotEmpty();
        assertThat(logarithmic(Double.NaN, -1, 0).ticks()).isNotEmpty();
    }

    @Test
    void knowsWhenOnlyALogarithmicAxisShowsAll() {
        assertThat(AxisScale.wide(new double[] {1, 21})).isTrue();
        assertThat(AxisScale.wide(new double[] {1, 19})).isFalse();
        assertThat(AxisScale.wide(new double[] {0, 19})).isFalse();
    }
}
