package dev.slipstream.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Finding;
import org.junit.jupiter.api.Test;

class EveryRemedyTest {
    @Test
    void hasADetector() {
        assertThat(new Diagnostician(new DiagnosedJvm("none", null, 0, "", 0)).diagnosis().findings()).extracting(Finding::remedy)
                .containsExactlyInAnyOrderElementsOf(Remedies.names());
    }
}
