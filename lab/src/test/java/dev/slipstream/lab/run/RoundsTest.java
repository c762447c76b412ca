package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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

    @Test
    void timeLeftFollowsWhatWasMeasured() {
        Schedule schedule = new Schedule();
        schedule.add("a", 3, 10);
        schedule.add("b", 2, 1);
        assertThat(schedule.size()).isEqualTo(5);
        assertThat(schedule.left()).isEqualTo(Duration.ofSeconds(32));
        schedule.done("a", 20);
        assertThat(schedule.left()).isEqualTo(Duration.ofSeconds(42));
        schedule.done("a", 40);
        assertThat(schedule.left()).isEqualTo(Duration.ofSeconds(32));
        assertThat(schedule.size()).isEqualTo(5);
    }
}
