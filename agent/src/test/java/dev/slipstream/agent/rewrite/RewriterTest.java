package dev.slipstream.agent.rewrite;

import static dev.slipstream.agent.rewrite.Copy.rewritten;
import static dev.slipstream.agent.rewrite.Edits.ADD;
import static dev.slipstream.agent.rewrite.Edits.RECORDER;
import static dev.slipstream.agent.rewrite.Edits.around;
import static dev.slipstream.agent.rewrite.Edits.ifOpen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for all kinds of edits. */
class RewriterTest {
    @Test
    void twoEditsOfOneMethod() throws Exception {
        Copy copy = rewritten(around("loop", "(I)V"), ifOpen("loop", "(I)V"));
        Recorder.clear(0);
        copy.call("loop", 3);
        assertThat(copy.result()).isEqualTo(14);
        assertThat(Recorder.CALLS).containsExactlyInAnyOrder("closed true 3", "before 3", "after 0");
    }

    @Test
    void aMethodThatIsNotThere() {
        assertThatThrownBy(() -> rewritten(around("add", "(J)V")))
                .isInstanceOf(NotThere.class)
                .hasMessage("not as expected on this JDK: dev.slipstream.agent.rewrite.Adder.add(J)V");
        assertThatThrownBy(() -> rewritten(new MethodEdit.CallFirst("nowhere", "()V", RECORDER, "first")))
                .isInstanceOf(NotThere.class).hasMessageContaining("nowhere()V");
    }

    @ParameterizedTest
    @ValueSource(ints = {61, 65, 69, 72, 99, 300})
    void theVersionIsKeptAndNeedNotBeKnown(int major) throws IOException {
        byte[] classFile = Copy.original();
        classFile[6] = (byte) (major >> 8);
        classFile[7] = (byte) major;
        byte[] written = Rewriter.rewrite(classFile, List.of(around("add", ADD), ifOpen("loop", "(I)V")));
        assertThat(written).startsWith(0xCA, 0xFE, 0xBA, 0xBE, 0, 0, major >> 8, major & 0xFF);
    }

    @Test
    void theInputIsLeftAlone() throws IOException {
        byte[] classFile = Copy.original();
        Rewriter.rewrite(classFile, List.of(around("add", ADD)));
        assertThat(classFile).isEqualTo(Copy.original());
    }
}
