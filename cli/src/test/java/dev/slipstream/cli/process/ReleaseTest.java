package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseTest {
    @ParameterizedTest
    @CsvSource({"1.8.0_504, true", "11.0.13, true", "16, true", "17.0.15, false", "21, false", "28-ea, false", "'', false",
        "unknown, false"})
    void aJvmThatIsTooOldIsRefused(String version, boolean refused) {
        assertThat(Release.refusal(42, version)).isEqualTo(refused
                ? Optional.of("process 42 runs on JDK " + version + "; Slipstream requires JDK 17 or newer") : Optional.empty());
    }
}
