package dev.slipstream.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PowersTest {

    private static int floorLog10(BigDecimal number) {
        return number.precision() - number.scale() - 1;
    }

    private static BigDecimal two(int exponent) {
        BigDecimal power = BigDecimal.valueOf(2).pow(Math.abs(exponent));
        return exponent >= 0 ? power : BigDecimal.valueOf(5).pow(-exponent).scaleByPowerOfTen(exponent);
    }

    @Test
    void logarithmsAreExact() {
        BigDecimal threeQuarters = new BigDecimal("0.75");
        for (int exponent = -1_074; exponent <= 971; exponent++) {
            assertThat(Powers.floorLog10(exponent)).isEqualTo(floorLog10(two(exponent)));
            assertThat(Powers.floorLog10OfThreeQuarters(exponent)).isEqualTo(floorLog10(two(exponent).multiply(threeQuarters)));
        }
        for (int exponent = -324; exponent <= 324; exponent++) {
            int floor = Powers.floorLog2(exponent);
            BigDecimal ten = BigDecimal.ONE.scaleByPowerOfTen(exponent);
            assertThat(two(floor)).isLessThanOrEqualTo(ten);
            assertThat(two(floor + 1)).isGreaterThan(ten);
        }
    }

    @Test
    void powersHaveAllTheirBits() {
        for (int exponent = -292; exponent <= 324; exponent++) {
            assertThat(Powers.high(exponent)).isGreaterThanOrEqualTo(1L << 62);
            assertThat(Powers.low(exponent)).isNotNegative();
        }
        assertThat(Powers.high(0)).isEqualTo(1L << 62);
        assertThat(Powers.low(0)).isEqualTo(1);
        assertThat(Powers.high(1)).isEqualTo(5L << 60);
    }
}
