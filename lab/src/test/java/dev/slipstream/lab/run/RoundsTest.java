package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void goesThereAndBackAgain() {
        List<String> subjects = List.of("A", "B", "C");
        assertThat(Rounds.order(subjects, 0)).containsExactly("A", "B", "C");
        assertThat(Rounds.order(subjects, 1)).containsExactly("C", "B", "A");
        assertThat(Rounds.order(subjects, 2)).containsExactly("A", "B", "C");
    }
}
