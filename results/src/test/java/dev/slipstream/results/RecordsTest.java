package dev.slipstream.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.slipstream.results.stats.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordsTest {
    private record Some(int number, List<String> texts, String nothing) {}

    private static final Some SOME = new Some(1, List.of("a"), "b");

    @Test
    void oneComponentIsAnother() {
        assertThat(Records.with(SOME, Some::number, 2)).isEqualTo(new Some(2, List.of("a"), "b"));
        assertThat(Records.with(SOME, Some::texts, List.of())).isEqualTo(new Some(1, List.of(), "b"));
        assertThat(Records.with(SOME, Some::nothing, null)).isEqualTo(new Some(1, List.of("a"), null));
    }

    @Test
    void theConstructorChecks() {
        assertThatIllegalArgumentException().isThrownBy(() -> Records.with(Interval.of(1), Interval::high, 0.0))
                .withMessage("1.0 .. 0.0");
    }

    @Test
    void onlyAccessorsNameAComponent() {
        assertThatIllegalArgumentException().isThrownBy(() -> Records.with(SOME, some -> some.number(), 2))
                .withMessageContaining("no component");
        assertThatIllegalArgumentException().isThrownBy(() -> Records.with(SOME, Some::hashCode, 2))
                .withMessageStartingWith("hashCode");
    }
}
