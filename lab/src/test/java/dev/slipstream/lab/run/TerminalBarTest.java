package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.run.Progress.Standing;
import org.junit.jupiter.api.Test;

class TerminalBarTest {
    @Test
    void aMessageLeavesRoomForTheBar() {
        Standing standing = new Standing(1, 14, 2);
        assertThat(Terminal.Bar.message(standing, "text a1 stock 21", 100)).isEqualTo(standing + "; text a1 stock 21");
        assertThat(Terminal.Bar.message(standing, "text a1 stock 21", 45)).isEqualTo(standing.toString());
        assertThat(Terminal.Bar.message(standing, "text a1 stock 21", 18)).isEqualTo("1 of 14 decided");
    }
}
