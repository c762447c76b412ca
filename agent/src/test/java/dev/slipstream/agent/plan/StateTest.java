package dev.slipstream.agent.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateTest {
    @ParameterizedTest
    @CsvSource({
        "ACTIVE, '', active",
        "ACTIVE, on 2 of 3, active (on 2 of 3)",
        "UNNEEDED, '', unneeded",
        "UNNEEDED, fixed here, unneeded (fixed here)",
        "DECLINED, no such method, declined: no such method",
        "FAILED, out of luck, 'failed: out of luck, undone'",
        "LOST, an.Agent (nothing works), lost: an.Agent (nothing works)",
        "STUCK, out of memory, stuck: out of memory",
        "OFF, '', off",
        "OFF, whatever, off",
    })
    void readsLikeThis(State state, String reason, String text) {
        assertThat(state.text(reason)).isEqualTo(text);
    }
}
