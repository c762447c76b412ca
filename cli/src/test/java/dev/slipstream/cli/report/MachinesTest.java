package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Machine;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachinesTest {
    private static List<List<Optional<String>>> split(List<List<String>> machines) {
        return Across.of(machines).<String>split(all -> all, Object.class::cast).stream().map(Across::cells).toList();
    }

    @Test
    void matchesByKeyInTheOrderOfAppearance() {
        assertThat(split(List.of(List.of("a", "b"), List.of("c", "b")))).containsExactly(
                List.of(Optional.of("a"), Optional.empty()),
                List.of(Optional.of("b"), Optional.of("b")),
                List.of(Optional.empty(), Optional.of("c")));
    }

    @Test
    void keepsWhatIsThereTwice() {
        assertThat(split(List.of(List.of("a", "a"), List.of("a")))).containsExactly(
                List.of(Optional.of("a"), Optional.of("a")), List.of(Optional.of("a"), Optional.empty()));
    }

    @Test
    void labelsMachines() {
        assertThat(Machine.label(0)).isEqualTo("A");
        assertThat(Machine.label(25)).isEqualTo("Z");
        assertThat(Machine.label(26)).isEqualTo("AA");
        assertThat(Machine.label(53)).isEqualTo("BB");
    }
}
