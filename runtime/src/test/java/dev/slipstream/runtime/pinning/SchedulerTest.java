package dev.slipstream.runtime.pinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    @Test
    void findsAFieldOfTheType() throws Exception {
        assertThat(Scheduler.field(ForkJoinPool.class, "keepAlive", long.class).getName()).isEqualTo("keepAlive");
    }

    @Test
    void refusesAFieldOfAnotherType() {
        assertThatThrownBy(() -> Scheduler.field(ForkJoinPool.class, "keepAlive", int.class))
                .isInstanceOf(NoSuchFieldException.class)
                .hasMessage("keepAlive of java.util.concurrent.ForkJoinPool has the type long");
    }

    @Test
    void asksForTheOptions() {
        assertThatThrownBy(Scheduler::find).isInstanceOf(IllegalStateException.class).hasMessageContaining(Keeper.OPENS);
    }
}
