package dev.slipstream.lab.experiment.arenas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ForeignTest {
    @Test
    void theFunctionIsCalledWithTheSegments() throws Throwable {
        Object arena = Foreign.arena("shared");
        Object segment = Foreign.allocate(arena, 8);
        ByteBuffer buffer = Foreign.buffer(segment);
        assertThat(buffer.capacity()).isEqualTo(8);
        int first = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        int second = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        assertThat(first).isEqualTo(second);
        ((AutoCloseable) arena).close();
        assertThatThrownBy(() -> {
            int unused = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        }).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void theGlobalArenaCannotBeClosed() throws Throwable {
        assertThatThrownBy(() -> ((AutoCloseable) Foreign.arena("global")).close())
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
