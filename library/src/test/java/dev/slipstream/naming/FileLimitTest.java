package dev.slipstream.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileLimitTest {
    @ParameterizedTest
    @CsvSource({
        "1024, 256",
        "3, 0",
        "9223372036854775807, 2147483647",
        "unlimited, 2147483647",
    })
    void aQuarterOfTheSoftLimit(String soft, int share) {
        assertThat(FileLimit.shareOf(
                "Limit   Soft Limit   Hard Limit   Units\nMax processes   7   8   processes\nMax open files   "
                + soft + "   524288   files\n")).isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({"''", "Max open files"})
    void noneThatIsKnown(String limits) {
        assertThat(FileLimit.shareOf(limits)).isEqualTo(Integer.MAX_VALUE);
    }
}
