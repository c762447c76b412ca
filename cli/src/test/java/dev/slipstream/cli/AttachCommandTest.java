package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AttachCommandTest {
    /** With other options, an active remedy would be installed anew. */
    @Test
    void whatIsKeptKeepsItsOptions() {
        assertThat(AttachCommand.keeping(List.of("naming"), "")).isEqualTo("naming");
        assertThat(AttachCommand.keeping(List.of("naming", "text"),
                "naming, naming.interval=20,pinning,pinning.max-carriers=9,text,quiet"))
                .isEqualTo("naming,text,naming.interval=20,quiet");
        assertThat(AttachCommand.keeping(List.of("naming"), "-arenas,arenas.x=naming.y")).isEqualTo("naming");
    }
}
