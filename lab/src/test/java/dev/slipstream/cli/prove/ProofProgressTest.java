package dev.slipstream.cli.prove;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.run.Progress.Standing;
import org.junit.jupiter.api.Test;

class ProofProgressTest {
    @Test
    void aMessageLeavesRoomForTheBar() {
        Standing standing = new Standing(1, 14, 2);
        assertThat(ProofProgress.Bar.message(standing, "text a1 stock 21", 100)).isEqualTo(standing + "; text a1 stock 21");
        assertThat(ProofProgress.Bar.message(standing, "text a1 stock 21", 45)).isEqualTo(standing.toString());
        assertThat(ProofProgress.Bar.message(standing, "text a1 stock 21", 18)).isEqualTo("1 of 14 decided");
    }
}
