package dev.slipstream.agent.rewrite;

import static dev.slipstream.agent.rewrite.Copy.rewritten;
import static dev.slipstream.agent.rewrite.Edits.ADD;
import static dev.slipstream.agent.rewrite.Edits.around;
import static dev.slipstream.agent.rewrite.Edits.ifOpen;
import static dev.slipstream.agent.rewrite.Edits.last;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kind that calls a graft at the end. */
class LastTest {
    @ParameterizedTest
    @ValueSource(strings = {"7:finally end ", "x:text finally ", ":text finally "})
    void lastCallsAtEveryReturn(String inputAndLog) throws Exception {
        String[] parts = inputAndLog.split(":");
        Copy copy = rewritten(last("tries", "(Ljava/lang/Object;)V"));
        Recorder.clear(0);
        copy.call("tries", parts[0]);
        assertThat(copy.log()).isEqualTo(parts[1]);
        assertThat(Recorder.CALLS).containsExactly("last " + parts[1] + "false");
    }

    @Test
    void lastDoesNotCallWhereTheBodyThrows() throws Exception {
        Copy copy = rewritten(last("tries", "(Ljava/lang/Object;)V"));
        Recorder.clear(0);
        assertThatThrownBy(() -> copy.call("tries", 101)).hasRootCauseMessage("large");
        assertThat(Recorder.CALLS).isEmpty();
    }

    /** The body's own monitor has been left by then. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lastCallsOutsideOfTheMonitor(boolean twice) throws Exception {
        Copy copy = rewritten(last("locks", "(Z)V"));
        Recorder.clear(0);
        copy.call("locks", twice);
        assertThat(Recorder.CALLS).containsExactly("last once " + (twice ? "twice " : "") + "false");
    }

    /** When all that the class itself does is done. */
    @Test
    void lastInAConstructor() throws Exception {
        Recorder.clear(0);
        rewritten(last("<init>", "()V"));
        assertThat(Recorder.CALLS).containsExactly("last false");
    }

    @Test
    void lastTogetherWithOthers() throws Exception {
        Copy copy = rewritten(last("loop", "(I)V"), around("loop", "(I)V"), ifOpen("add", ADD), last("add", ADD));
        Recorder.clear(0);
        copy.call("loop", 3);
        assertThat(copy.result()).isEqualTo(14);
        assertThat(Recorder.CALLS).containsExactlyInAnyOrder("before 3", "after 0", "last false");
        Recorder.clear(1);
        copy.call("add", 1L, 2.0, 3, "", 4f);
        assertThat(copy.log()).isEmpty();
        assertThat(Recorder.CALLS).hasSizeBetween(1, 2).first().asString().startsWith("closed ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"number:()I", "repeat:(Ljava/lang/CharSequence;JLjava/lang/StringBuilder;)V"})
    void lastIsOnlyForInstanceMethodsThatReturnNothing(String method) {
        String[] parts = method.split(":");
        assertThatThrownBy(() -> rewritten(last(parts[0], parts[1]))).isInstanceOf(NotThere.class);
    }
}
