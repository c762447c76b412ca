package dev.slipstream.lab.experiment.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipstream.lab.experiment.priority.Contest.Rival;
import dev.slipstream.lab.machine.Processors;
import org.junit.jupiter.api.Test;

class ContestTest {
    @Test
    void aRivalThatFailsIsNoCompany() throws Exception {
        Rival rival = new Rival(() -> {
            throw new IllegalStateException("no work");
        }, Processors.allowed().get(0), Thread.MIN_PRIORITY);
        assertThat(catchThrowable(rival::start)).hasMessageContaining("no work");
    }

    @Test
    void processorsAreListedInRanges() throws Exception {
        assertThat(Processors.parse("0-2,7")).containsExactly(0, 1, 2, 7);
        assertThat(Processors.parse("3")).containsExactly(3);
        assertThat(Processors.allowed()).isNotEmpty();
    }
}
