package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmsTest {
    /** The threads of another user's JVM can be seen, and its JDK cannot. */
    @ParameterizedTest
    @CsvSource({"false, false, none", "true, false, baked", "true, , baked", "false, true, agent", ", true, agent",
        ", false, unknown",
        "false, , unknown", ", , unknown"})
    void noneIsSaidOnlyOfWhatWasSeen(Boolean baked, Boolean agent, String state) {
        assertThat(Jvms.Listed.state(Optional.ofNullable(baked), Optional.ofNullable(agent))).isEqualTo(state);
    }
}
