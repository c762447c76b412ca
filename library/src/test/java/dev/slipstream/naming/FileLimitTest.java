package dev.slipstream.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileLimitTest {
    @ParameterizedTest
    @CsvSource({"1024, 256", "3, 0", "9223372036854775807, 2147483647"})
    void aQuarterOfTheSoftLimit(long soft, int share) {
        assertThat(FileLimit.shareOf(soft)).isEqualTo(share);
    }
}
