package dev.slipstream.agent.rewrite;

import static dev.slipstream.agent.rewrite.Copy.rewritten;
import static dev.slipstream.agent.rewrite.Edits.ADD;
import static dev.slipstream.agent.rewrite.Edits.RECORDER;
import static dev.slipstream.agent.rewrite.Edits.answer;
import static dev.slipstream.agent.rewrite.Edits.ifOpen;
import static dev.slipstream.agent.rewrite.Edits.tell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds that call a graft first, or ask it. */
class FirstTest {
    @Test
    void firstCallsAndGoesOn() throws Exception {
        Copy copy = rewritten(new MethodEdit.CallFirst("number", "()I", RECORDER, "first"),
                new MethodEdit.CallFirst("loop", "(I)V", RECORDER, "first"));
        Recorder.clear(0);
        assertThat(copy.call("number")).isEqualTo(256);
        copy.call("loop", 3);
        assertThat(copy.result()).isEqualTo(14);
        assertThat(Recorder.CALLS).containsExactly("first", "first");
    }

    @Test
    void goesOnWhereTheGraftSaysFalse() throws Exception {
        Copy copy = rewritten(ifOpen("add", ADD));
        Recorder.clear(0);
        copy.call("add", 1L << 40, 0.5, 3, "", 0.25f);
        assertThat(copy.result()).isEqualTo((1L << 40) + 0.5 + 3 + 0.25);
        assertThat(copy.log()).isEqualTo("add ");
        assertThat(Recorder.CALLS).containsExactly("closed true 1099511627776 0.5 3  0.25");
    }

    @Test
    void returnsWhereTheGraftSaysTrue() throws Exception {
        Copy copy = rewritten(ifOpen("add", ADD));
        Recorder.clear(1);
        copy.call("add", 1L, 2.0, 3, "", 4f);
        assertThat(copy.log()).isEmpty();
        assertThat(Recorder.CALLS).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void asksBeforeALoopThatBeginsTheBody(long answer) throws Exception {
        Copy copy = rewritten(ifOpen("loop", "(I)V"));
        Recorder.clear(answer);
        copy.call("loop", 3);
        assertThat(copy.result()).isEqualTo(answer == 0 ? 14 : 0);
        assertThat(Recorder.CALLS).containsExactly("closed true 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7:finally end ", "x:text finally ", ":text finally "})
    void asksBeforeHandlersAndReusedParameters(String inputAndLog) throws Exception {
        String[] parts = inputAndLog.split(":");
        Copy copy = rewritten(ifOpen("tries", "(Ljava/lang/Object;)V"));
        Recorder.clear(0);
        copy.call("tries", parts[0]);
        assertThat(copy.log()).isEqualTo(parts[1]);
        assertThat(Recorder.CALLS).containsExactly("closed true " + parts[0]);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void asksBeforeAStaticMethod(long answer) throws Exception {
        Copy copy = rewritten(ifOpen("repeat", "(Ljava/lang/CharSequence;JLjava/lang/StringBuilder;)V"));
        Recorder.clear(answer);
        StringBuilder to = new StringBuilder();
        copy.call("repeat", "ab", 3L, to);
        assertThat(to).hasToString(answer == 0 ? "ababab" : "");
        assertThat(Recorder.CALLS).containsExactly("closed ab 3 ");
    }

    @Test
    void askingIsOnlyForMethodsThatReturnNothing() {
        assertThatThrownBy(() -> rewritten(ifOpen("number", "()I"))).isInstanceOf(NotThere.class);
    }

    @Test
    void tellsAndGoesOn() throws Exception {
        Copy copy = rewritten(tell("number", "()I"), tell("loop", "(I)V"), tell("tries", "(Ljava/lang/Object;)V"));
        Recorder.clear(0);
        assertThat(copy.call("number")).isEqualTo(256);
        copy.call("loop", 3);
        assertThat(copy.result()).isEqualTo(14);
        copy.call("tries", "x");
        assertThat(copy.log()).isEqualTo("text finally ");
        assertThat(Recorder.CALLS).containsExactly("tell ", "tell ", "tell ");
    }

    @Test
    void tellingIsOnlyForInstances() {
        assertThatThrownBy(() -> rewritten(tell("repeat", "(Ljava/lang/CharSequence;JLjava/lang/StringBuilder;)V")))
                .isInstanceOf(NotThere.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void answersUnlessNegative(long answer) throws Exception {
        Copy copy = rewritten(answer("number", "()I", "number"));
        Recorder.clear(answer);
        assertThat(copy.call("number")).isEqualTo(answer == 1 ? 7 : 256);
        assertThat(Recorder.CALLS).containsExactly("number ", "number");
    }

    /** The body begins with a frame. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void answersBeforeALoopThatBeginsTheBody(long answer) throws Exception {
        Copy copy = rewritten(answer("halve", "(I)I", "count"));
        Recorder.clear(answer);
        assertThat(copy.call("halve", 12)).isEqualTo(answer == 1 ? 12 : 3);
        assertThat(Recorder.CALLS).containsExactly("count 12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop:(I)V", "repeat:(Ljava/lang/CharSequence;JLjava/lang/StringBuilder;)V"})
    void answeringIsOnlyForInstancesAndNumbers(String method) {
        String[] parts = method.split(":");
        assertThatThrownBy(() -> rewritten(answer(parts[0], parts[1], "number"))).isInstanceOf(NotThere.class);
    }
}
