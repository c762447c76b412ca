package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForkOrderTest {

    @Test
    void goesThereAndBackAgain() {
        List<String> subjects = List.of("A", "B", "C");
        assertThat(ForkOrder.order(subjects, 0)).containsExactly("A", "B", "C");
        assertThat(ForkOrder.order(subjects, 1)).containsExactly("C", "B", "A");
        assertThat(ForkOrder.order(subjects, 2)).containsExactly("A", "B", "C");
    }
}
