package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UnitTest {
    private static Unit of(String unit, Double... scores) {
        return Unit.of(unit, Stream.of(scores));
    }

    @Test
    void aRowHasOneUnit() {
        Unit seconds = of("s", 13.5, 0.7);
        assertThat(seconds.text(13.5)).isEqualTo("13.5 s");
        assertThat(seconds.text(0.7)).isEqualTo("0.700 s");
    }

    @Test
    void theSmallestKeepsThreeDigits() {
        assertThat(of("s", 0.1).name()).isEqualTo("s");
        assertThat(of("s", 0.0999).text(0.0999)).isEqualTo("99.9 ms");
        assertThat(of("s", 0.000_000_012_3, 1.0).text(0.000_000_012_3)).isEqualTo("12.3 ns");
        assertThat(of("ns", 0.001).name()).isEqualTo("ns");
    }

    @Test
    void largeNumbersTakeALargerUnit() {
        assertThat(of("ns", 9_999.0).text(9_999)).isEqualTo("9,999 ns");
        assertThat(of("ns", 12_345.0).text(12_345)).isEqualTo("12.3 us");
        assertThat(of("us", 2e12).name()).isEqualTo("s");
    }

    @Test
    void whatIsNoTimeStays() {
        assertThat(of("min", 0.001).name()).isEqualTo("min");
        assertThat(of("").name()).isEmpty();
        assertThat(of("s", 0.0).name()).isEqualTo("s");
    }

    @Test
    void quotedScoresKeepTheirDigits() {
        assertThat(new Unit("us", 1e6).exactly(0.0000016)).isEqualTo("1.6 us");
        assertThat(new Unit("s", 1).exactly(34.133)).isEqualTo("34.133 s");
        assertThat(new Unit("", 1).text(2)).isEqualTo("2.00");
    }
}
