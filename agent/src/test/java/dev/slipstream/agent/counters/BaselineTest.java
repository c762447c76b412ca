package dev.slipstream.agent.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts begin with a baseline; levels do not. */
class BaselineTest {
    private static final Remedy REMEDY = new Remedy("naming", 17, true, List.of(), "",
            List.of(Counter.total("renames", "renames to another name"),
                    Counter.gauge("files", "threads whose name file is open")));

    private final Baseline baseline = new Baseline(REMEDY);

    @Test
    void countsFromTheBeginning() {
        baseline.begin(REMEDY.counted(5, 3));
        assertThat(baseline.since(REMEDY.counted(9, 4))).containsExactly(entry("renames", 4L), entry("files", 4L));
    }

    @Test
    void leavesOutASelfTest() {
        baseline.begin(REMEDY.counted(5, 3));
        baseline.leaveOut(REMEDY.counted(6, 3), REMEDY.counted(8, 7));
        assertThat(baseline.since(REMEDY.counted(9, 7))).containsExactly(entry("renames", 2L), entry("files", 7L));
    }
}
