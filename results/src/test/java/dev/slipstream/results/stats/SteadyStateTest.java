package dev.slipstream.results.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.stats.Estimator.Shape;
import dev.slipstream.results.stats.Estimator.SteadyState;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Series whose shape is known: simulated ones by the hundred, from fixed seeds, and recorded ones. */
class SteadyStateTest {
    private static final int SIMULATIONS = 300;
    private static final int LEAST = 8;

    private static double[] series(int count, double noise, long seed, IntToDoubleFunction level) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count).mapToDouble(i -> level.applyAsDouble(i) * Math.exp(noise * random.nextGaussian()))
                .toArray();
    }

    private static SteadyState steadyState(double[] iterations, int warmups, int least) {
        return Estimator.MEDIAN.steadyState(iterations, warmups, least);
    }

    private static double share(double noise, int count, IntToDoubleFunction level, Predicate<SteadyState> right) {
        return IntStream.range(0, SIMULATIONS)
                .filter(seed -> right.test(steadyState(series(count, noise, seed, level), 0, LEAST))).count()
                / (double) SIMULATIONS;
    }

    private static boolean is(SteadyState state, Shape shape, int from, int give) {
        return state.shape() == shape && Math.abs(state.from() - from) <= give;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.03, 0.1})
    void noiseAloneIsFlat(double noise) {
        assertThat(share(noise, 24, i -> 50, state -> is(state, Shape.FLAT, 0, 0))).isGreaterThan(0.95);
        assertThat(share(noise, 60, i -> 50, state -> is(state, Shape.FLAT, 0, 0))).isGreaterThan(0.95);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.03, 0.1})
    void aWarmUpEndsWhereItEnds(double noise) {
        assertThat(share(noise, 30, i -> i < 12 ? 100 : 50, state -> is(state, Shape.WARM_UP, 12, 1))).isGreaterThan(0.95);
        assertThat(share(noise, 30, i -> 50 + 400 * Math.exp(-i / 2.0),
                state -> state.shape() == Shape.WARM_UP && state.from() >= 5 && state.from() <= 20)).isGreaterThan(0.95);
    }

    /** As small as the claims that are made of such forks allow. */
    @Test
    void aTenthIsSeenWhereNoiseIsLow() {
        assertThat(share(0.01, 30, i -> i < 12 ? 55 : 50, state -> is(state, Shape.WARM_UP, 12, 1))).isGreaterThan(0.95);
    }

    @Test
    void whatDoesNotMatterIsNoChange() {
        assertThat(share(0.005, 40, i -> i < 20 ? 51 : 50, state -> is(state, Shape.FLAT, 0, 0))).isGreaterThan(0.95);
    }

    @Test
    void aSlowdownIsSteadyInTheEnd() {
        assertThat(share(0.03, 40, i -> i < 20 ? 50 : 80, state -> is(state, Shape.SLOWDOWN, 20, 1))).isGreaterThan(0.95);
    }

    @Test
    void whatChangesLateHasNoSteadyState() {
        assertThat(share(0.03, 30, i -> i < 25 ? 1_050 : 73, state -> state.shape() == Shape.NONE)).isGreaterThan(0.95);
        assertThat(share(0.03, 60, i -> 50 * Math.pow(1.08, i), state -> state.shape() == Shape.NONE)).isGreaterThan(0.95);
        assertThat(share(0.03, 60, i -> i / 6 % 2 == 0 ? 50 : 90, state -> state.shape() == Shape.NONE)).isGreaterThan(0.95);
    }

    @Test
    void singleIterationsMayBeAsSlowAsTheyLike() {
        double[] series = series(40, 0.03, 1, i -> 50);
        for (int i : new int[] {9, 17, 18, 33, 39}) {
            series[i] = 500;
        }
        assertThat(steadyState(series, 0, LEAST)).isEqualTo(new SteadyState(Shape.FLAT, 0));
    }

    /**
     * Forks of this shape once led to a wrong verdict, 35.7 times faster: a line built by a StringBuilder takes 1,050 ns while the
     * heap grows into untouched memory, then 73, and the median took the cold iterations. They must not count, whatever the
     * number of iterations.
     */
    @Test
    void theForkThatGaveAWrongVerdictDoesNotCount() {
        double[] cold = series(13, 0.005, 1, i -> i == 0 ? 3_180 : 1_050);
        double[] whole = DoubleStream.concat(Arrays.stream(cold), Arrays.stream(series(12, 0.01, 2, i -> 73))).toArray();
        for (int count = 10 + LEAST; count <= whole.length; count++) {
            SteadyState state = steadyState(Arrays.copyOf(whole, count), 10, LEAST);
            assertThat(state).isEqualTo(new SteadyState(count < 13 + LEAST ? Shape.NONE : Shape.WARM_UP, 13));
        }
    }

    /** Recorded on JDK 25 beside another program, with a heap that grows. */
    @Test
    void aHeapThatGrowsIsNotSteady() {
        double[] recorded =
                {568, 1216, 348, 156, 139, 281, 251, 261, 84, 173, 276, 326, 376, 359, 340, 286, 355, 1383, 1651, 1791,
                    1784, 2254, 1701};
        assertThat(steadyState(recorded, 10, LEAST).shape()).isEqualTo(Shape.NONE);
    }

    /** The same with a heap of a fixed size that is touched beforehand. */
    @Test
    void aFixedHeapIs() {
        double[] recorded =
                {560, 390, 290, 168, 145, 97, 95, 104, 101, 98, 92, 89, 96, 91, 90, 84, 97, 76, 87, 84, 77, 75, 76, 78, 84,
                    79, 88, 85, 86, 96};
        SteadyState state = steadyState(recorded, 10, LEAST);
        assertThat(state.shape()).isEqualTo(Shape.WARM_UP);
        assertThat(state.from()).isBetween(10, 18);
    }

    /** Recorded on JDK 21, two threads on one arena: striping starts after a second; other load slows the last iterations. */
    @Test
    void aBurstAtTheEndIsNoSteadyStateYet() {
        double[] recorded = {54.3, 23.9, 56.5, 57.5, 55.8, 58.8, 60.9, 58.0, 58.2, 57.5, 55.2, 57.5, 52.3, 50.7, 1130, 913, 18.5,
            26.2,
            13.0, 12.0, 11.7, 11.8, 11.7, 14.0, 14.1, 13.1, 11.6, 12.0, 11.7, 11.6, 11.7, 11.4, 13.2, 11.5, 12.0, 13.2, 11.4,
            14.1,
            15.1, 15.0, 14.0, 12.2, 12.6, 11.5, 11.7, 11.4, 11.5, 11.5, 11.5, 11.7, 14.0, 15.0, 15.1, 14.7, 19.4, 15.6, 14.5};
        assertThat(steadyState(recorded, 48, 6).shape()).isEqualTo(Shape.NONE);
        double[] goesOn = DoubleStream.concat(Arrays.stream(recorded),
                DoubleStream.of(11.5, 11.6, 11.4, 11.5, 11.6, 11.5, 11.4, 11.5, 11.6)).toArray();
        assertThat(steadyState(goesOn, 48, 6)).isEqualTo(new SteadyState(Shape.WARM_UP, 48));
    }

    @Test
    void aBurstIsShorterThanWhatIsAroundIt() {
        assertThat(share(0.03, 40, i -> i < 20 || i > 25 ? 50 : 80, state -> is(state, Shape.FLAT, 0, 0))).isGreaterThan(0.95);
        assertThat(share(0.03, 40, i -> i < 10 || i > 28 ? 50 : 80, state -> is(state, Shape.WARM_UP, 29, 1)))
                .isGreaterThan(0.95);
    }

    @Test
    void iterationsThatNeverCountAreLeftOut() {
        assertThat(steadyState(series(30, 0.01, 1, i -> 50), 12, LEAST)).isEqualTo(new SteadyState(Shape.FLAT, 12));
        assertThat(steadyState(series(15, 0.01, 1, i -> 50), 12, LEAST).reached()).isFalse();
    }

    @Test
    void theFewestIterations() {
        assertThat(steadyState(new double[] {5}, 0, 1)).isEqualTo(new SteadyState(Shape.FLAT, 0));
        assertThat(steadyState(new double[] {5, 5}, 0, 1)).isEqualTo(new SteadyState(Shape.FLAT, 0));
        assertThat(steadyState(new double[0], 0, 1).reached()).isFalse();
    }
}
