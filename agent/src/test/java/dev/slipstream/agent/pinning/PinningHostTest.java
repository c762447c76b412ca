package dev.slipstream.agent.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.NoCallback;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Test of when the keeper tries out a pinned park. The self-test itself cannot succeed here, since the JDK is not open to it. */
class PinningHostTest {
    private final List<String> outcomes = new ArrayList<>();
    private final PinningHost host = new PinningHost(
            new PinningControl((what, value) -> what.equals("sleep") ? (Object) true : 0L), new NoCallback() {
                @Override
                public void undo(String reason) {
                    outcomes.add(reason);
                }
            }, new RecordedCounters(PinningRetrofit.REMEDY, null));

    /** In a baked JDK, virtual threads ring from the beginning. */
    @Test
    void notBeforeTheRemedyIsInForce() {
        host.rest(Long.MAX_VALUE);
        assertThat(host.usesVirtualThreads()).isFalse();
        assertThat(outcomes).isEmpty();
        host.activated();
        assertThat(host.usesVirtualThreads()).isTrue();
        assertThat(outcomes).singleElement().asString().startsWith("the self-test could not be made: ");
    }

    @Test
    void notBeforeTheFirstVirtualThread() {
        host.activated();
        assertThat(host.usesVirtualThreads()).isFalse();
        host.rest(Long.MAX_VALUE);
        assertThat(host.usesVirtualThreads()).isTrue();
        assertThat(outcomes).hasSize(1);
    }
}
