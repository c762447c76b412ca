package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThisJvmTest {
    @Test
    void expectsOtherAgentsAndSaysWhyIfTheJvmCannotBeQueried() {
        ThisJvm jvm = ThisJvm.open(new JavaBase(null), false);
        assertThat(jvm.hasOtherAgents()).isTrue();
        assertThat(jvm.failure()).contains("NullPointerException");
        assertThat(jvm.isEnding()).isFalse();
        assertThat(jvm.isTraining()).isFalse();
    }
}
