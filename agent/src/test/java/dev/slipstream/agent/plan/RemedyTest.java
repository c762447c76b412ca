package dev.slipstream.agent.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.slipstream.agent.plan.Remedy.Counter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemedyTest {
    private static final Remedy REMEDY = new Remedy("naming", 17, true, List.of(), "",
            List.of(Counter.total("renames", "renames to another name"),
                    Counter.gauge("files", "threads whose name file is open")));

    @Test
    void namesAValueForEachCounter() {
        assertThat(REMEDY.counted(7, 2)).containsExactly(entry("renames", 7L), entry("files", 2L));
        for (long[] values : new long[][] {{}, {7}, {7, 2, 1}}) {
            assertThatThrownBy(() -> REMEDY.counted(values)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(values.length + " values of 2 counters");
        }
    }
}
