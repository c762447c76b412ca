package dev.slipstream.diagnose.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.result.Diagnosis.Moment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
    /** Two diagnoses of one recording are the same text. */
    @Test
    void sharesAreInOrder() {
        Map<String, Double> shares =
                Map.of("text", 0.1, "pinning", 0.2, "naming", 0.3, "arenas", 0.4, "buffering", 0.5, "priority", 0.6);
        assertThat(List.copyOf(new Moment(0, shares).shares().keySet()))
                .containsExactly("arenas", "buffering", "naming", "pinning", "priority", "text");
    }
}
