package dev.slipstream.diagnose.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoissonTest {
    /** The exact bounds, from tables of the chi-square distribution. */
    @ParameterizedTest
    @CsvSource({"0, 0, 2.996", "1, 0.051, 4.744", "2, 0.355, 6.296", "3, 0.818, 7.754", "5, 1.970, 10.513", "8, 3.981, 14.435",
        "32, 23.297, 42.982", "100, 84.139, 118.079"})
    void boundsAreTheExactOnes(int count, double least, double most) {
        assertThat(Poisson.least(count)).isCloseTo(least, within(0.03));
        assertThat(Poisson.most(count)).isCloseTo(most, within(0.03));
    }

    /** A bound of 95 % fails once in twenty times. */
    @Test
    void theUpperBoundHoldsNineteenTimesInTwenty() {
        for (double mean : new double[] {0.5, 1, 3, 10, 40}) {
            double probability = Math.exp(-mean);
            double below = 0;
            for (int count = 0; count < 200; count++) {
                below += Poisson.most(count) < mean ? probability : 0;
                probability *= mean / (count + 1);
            }
            assertThat(below).as("mean %s", mean).isLessThan(0.055);
        }
    }
}
