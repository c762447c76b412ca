package dev.slipstream.diagnose.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentTest {
    @ParameterizedTest
    @CsvSource({"0, less than 0.1 %", "0.0004, less than 0.1 %", "0.0041, less than 0.5 %", "0.009, less than 0.9 %",
        "0.0091, less than 1 %", "0.01, less than 1 %", "0.0101, less than 2 %", "0.03, less than 3 %", "0.0301, less than 4 %",
        "0.07, less than 7 %", "0.29, less than 29 %", "1, less than 100 %"})
    void anUpperBoundIsRoundedUp(double part, String text) {
        assertThat(Percent.lessThan(part)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 %", "0.0004, less than 0.1 %", "0.004, 0.4 %", "0.064, 6.4 %", "0.31, 31 %", "1, 100 %"})
    void aSmallPartHasADecimal(double part, String text) {
        assertThat(Percent.of(part)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.144, 10 to 14 %", "0.08, 0.12, 8.0 to 12 %", "0.31, 0.312, 31 %"})
    void aRangeHasOneUnit(double least, double most, String text) {
        assertThat(Percent.range(least, most)).isEqualTo(text);
    }
}
