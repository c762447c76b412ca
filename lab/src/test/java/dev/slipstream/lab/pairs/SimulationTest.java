package dev.slipstream.lab.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Estimator;
import dev.slipstream.results.stats.Estimator.SteadyState;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Test of the verdicts: measurements of known ratios, thousands of them, from fixed seeds. */
@Tag("long")
class SimulationTest {
    private static final int SIMULATIONS = 300;
    private static final double FIVE_PERCENT = Math.log(1.05);

    /** Says that there is no effect at all: every interval that leaves out 1 refutes it. */
    private static final Bar NO_EFFECT = new Bar.Same(1e-9);

    /** How the logarithm of a fork's score scatters. */
    @SuppressWarnings("ImmutableEnumChecker")
    enum Shape {
        /** As textbooks have it. */
        NORMAL(random -> 0.05 * random.nextGaussian()),
        /** One fork in ten takes twice as long. */
        ONE_IN_TEN_SLOW(random -> (random.nextInt(10) == 0 ? 0.7 : 0) + 0.03 * random.nextGaussian()),
        /** Two speeds by chance, as start-up and compilation have them. */
        TWO_SPEEDS(random -> (random.nextBoolean() ? 0.4 : 0) + 0.02 * random.nextGaussian()),
        /** Never faster than a floor, and sometimes much slower. */
        LONG_TAIL(random -> -0.1 * Math.log(1 - random.nextDouble()));

        private final Function<SplittableRandom, Double> score;

        Shape(Function<SplittableRandom, Double> score) {
            this.score = score;
        }

        private double[] ratios(SplittableRandom random, int pairs, double effect) {
            double[] ratios = new double[pairs];
            Arrays.setAll(ratios, i -> Math.exp(effect + score.apply(random) - score.apply(random)));
            return ratios;
        }
    }

    private static double share(Predicate<SplittableRandom> outcome) {
        return IntStream.range(0, SIMULATIONS).filter(trial -> outcome.test(new SplittableRandom(trial))).count()
                / (double) SIMULATIONS;
    }

    private static Verdict judge(Bar bar, double... ratios) {
        return Pairs.judge(bar, Points.of(ratios), Judgement.CONFIDENCE).verdict();
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void whereThereIsNoEffectNoneIsFound(Shape shape) {
        for (int pairs : new int[] {3, 4, 5, 6, 7, 14}) {
            double[] wrong = new double[2];
            for (int trial = 0; trial < SIMULATIONS; trial++) {
                Interval interval =
                        Pairs.interval(shape.ratios(new SplittableRandom(trial), pairs, 0), Judgement.CONFIDENCE);
                wrong[0] += new Bar.Same(0.05).judge(interval) == Verdict.REFUTED ? 1.0 / SIMULATIONS : 0;
                wrong[1] += NO_EFFECT.judge(interval) == Verdict.REFUTED ? 1.0 / SIMULATIONS : 0;
            }

            assertThat(wrong[0]).as("controls that move, %d pairs", pairs).isLessThanOrEqualTo(0.05);
            assertThat(wrong[1]).as("intervals without 1, %d pairs", pairs).isLessThanOrEqualTo(0.07);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.02", "0.05", "0.07"})
    void anEffectOfFivePercentIsFoundWithThePairsPromised(double scatter) {
        int pairs = Pairs.pairs(FIVE_PERCENT, scatter, Judgement.CONFIDENCE).orElseThrow();
        double found = share(random -> {
            double[] ratios = new double[pairs];
            Arrays.setAll(ratios, i -> Math.exp(FIVE_PERCENT + scatter * random.nextGaussian()));
            return judge(new Bar.AtMost(1), ratios) == Verdict.REFUTED;
        });

        assertThat(found).as("%d pairs", pairs).isGreaterThanOrEqualTo(0.85);
    }

    /** The promise knows only the first pairs, so it errs; three times in four it is enough. */
    @ParameterizedTest
    @CsvSource({"5", "10"})
    void anUndecidedClaimIsMostlySettledByTheMorePairsItAsksFor(int first) {
        int[] undecided = {0};
        int[] settled = {0};
        for (int trial = 0; trial < SIMULATIONS / 2; trial++) {
            SplittableRandom random = new SplittableRandom(trial);
            double[] some = Shape.NORMAL.ratios(random, first, FIVE_PERCENT);
            Judgement judgement = Pairs.judge(new Bar.AtMost(1), Points.of(some), Judgement.CONFIDENCE);
            if (judgement.verdict() == Verdict.UNDECIDED && judgement.morePairs().isPresent()) {
                undecided[0]++;
                double[] all = Arrays.copyOf(some, first + judgement.morePairs().getAsInt());
                double[] more = Shape.NORMAL.ratios(random, all.length - first, FIVE_PERCENT);
                System.arraycopy(more, 0, all, first, more.length);
                settled[0] += judge(new Bar.AtMost(1), all) == Verdict.UNDECIDED ? 0 : 1;
            }
        }

        assertThat(undecided[0]).isGreaterThan(50);
        assertThat((double) settled[0] / undecided[0]).isGreaterThanOrEqualTo(0.75);
    }

    /**
     * Returns the score or range of a fork on a core whose other hardware thread is busy for spans of random length. A fork that has
     * neither does not count, so the next one is returned.
     */
    private static Interval disturbed(SplittableRandom random, double level) {
        Optional<Interval> score = Optional.empty();
        while (score.isEmpty()) {
            score = score(disturbedFork(random, level));
        }
        return score.get();
    }

    private static double[] disturbedFork(SplittableRandom random, double level) {
        double[] iterations = new double[48];
        double load = 1;
        for (int i = 0; i < iterations.length; i++) {
            load = random.nextInt(8) == 0 ? random.nextBoolean() ? 1.45 : 1 : load;
            iterations[i] = level * load * Math.exp(0.02 * random.nextGaussian());
        }
        return iterations;
    }

    private static Optional<Interval> score(double[] iterations) {
        SteadyState state = Estimator.MEDIAN.steadyState(iterations, 8, 8);
        return state.reached()
                ? Optional.of(Interval.of(Estimator.MEDIAN.of(Arrays.stream(iterations, state.from(), iterations.length))))
                : Estimator.MEDIAN.range(iterations, 8);
    }

    private static double share(Bar.Faster bar, Verdict verdict) {
        return share(random -> {
            List<Interval> subjects = IntStream.range(0, 5).mapToObj(i -> disturbed(random, 20)).toList();
            List<Interval> references = IntStream.range(0, 5).mapToObj(i -> disturbed(random, 60)).toList();
            return Pairs.judge(bar, Pairs.ratios(bar, subjects, references), Judgement.CONFIDENCE).verdict() == verdict;
        });
    }

    /** They are three times faster. */
    @Test
    void disturbedForksDecideWhatIsFarFromTheBarAndAreNotWrongNearIt() {
        assertThat(share(new Bar.Faster(1.2), Verdict.HOLDS)).isGreaterThan(0.9);
        assertThat(share(new Bar.Faster(8), Verdict.REFUTED)).isGreaterThan(0.9);
        assertThat(share(new Bar.Faster(3.05), Verdict.HOLDS)).isLessThan(0.05);
        assertThat(share(new Bar.Faster(2.95), Verdict.REFUTED)).isLessThan(0.05);
    }

    /** Looking at 3, 6 and 12 pairs, and stopping at the first interval that clears the bar. */
    @ParameterizedTest
    @EnumSource(Shape.class)
    void lookingAgainAndAgainFindsNothingWhereNothingIs(Shape shape) {
        double wrong = share(random -> {
            double[] ratios = shape.ratios(random, 12, 0);
            return IntStream.rangeClosed(1, 3).anyMatch(look -> {
                double[] seen = Arrays.copyOf(ratios, 3 << (look - 1));
                return Pairs.judge(NO_EFFECT, Points.of(seen), Judgement.confidence(look)).verdict() == Verdict.REFUTED;
            });
        });

        assertThat(wrong).isLessThanOrEqualTo(0.06);
    }
}
