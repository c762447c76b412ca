package dev.slipstream.results.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void timesHaveTheUnitThatSuitsThem() {
        assertThat(Numbers.time(Duration.ofNanos(1))).isEqualTo("1 ns");
        assertThat(Numbers.time(Duration.ofNanos(2_500))).isEqualTo("2.5 us");
        assertThat(Numbers.time(Duration.ofMillis(60))).isEqualTo("60 ms");
        assertThat(Numbers.time(Duration.ofSeconds(2))).isEqualTo("2 s");
    }
}
