package dev.slipstream.agent.rewrite;

import static dev.slipstream.agent.rewrite.Copy.rewritten;
import static dev.slipstream.agent.rewrite.Edits.instead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds that put something else in the place of one constant or one call. */
class ReplacementTest {
    @Test
    void anotherConstant() throws Exception {
        Copy copy = rewritten(new MethodEdit.OtherConstant("once", "no such thing", 256, 1_024));
        assertThat(copy.call("once")).isEqualTo(1_024);
        assertThat(copy.call("number")).isEqualTo(256);
    }

    @Test
    void aConstantThatIsThereTwice() {
        assertThatThrownBy(() -> rewritten(new MethodEdit.OtherConstant("property", "no such property", 256, 1_024)))
                .isInstanceOf(NotThere.class).hasMessageContaining("property with 256 behind \"no such property\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"once:no such thing:255", "once:another thing:256", "number:no such thing:256", "nowhere:a:256"})
    void aConstantThatIsNotThere(String place) {
        String[] parts = place.split(":");
        assertThatThrownBy(() -> rewritten(
                new MethodEdit.OtherConstant(parts[0], parts[1], Integer.parseInt(parts[2]), 1_024)))
                .isInstanceOf(NotThere.class).hasMessageContaining(parts[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 127, 128, 255, 256, 32_767})
    void theOnlyConstant(int to) throws Exception {
        Copy copy = rewritten(new MethodEdit.OnlyConstant("number", "()I", 256, to));
        assertThat(copy.call("number")).isEqualTo(to);
        assertThat(copy.call("once")).isEqualTo(256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"property:256", "number:255", "number:1", "nowhere:256"})
    void aConstantThatIsNotTheOnly(String place) {
        String[] parts = place.split(":");
        assertThatThrownBy(() -> rewritten(
                new MethodEdit.OnlyConstant(parts[0], "()I", Integer.parseInt(parts[1]), 1_024)))
                .isInstanceOf(NotThere.class).hasMessageContaining(parts[0] + "()I with one " + parts[1]);
    }

    private static MethodEdit asking(int from) {
        return new MethodEdit.CallForConstant("number", "()I", from, Edits.RECORDER, "number");
    }

    @Test
    void aCallInPlaceOfAConstant() throws Exception {
        Copy copy = rewritten(asking(256));
        Recorder.clear(7);
        assertThat(copy.call("number")).isEqualTo(7);
        assertThatThrownBy(() -> rewritten(asking(255)))
                .isInstanceOf(NotThere.class).hasMessageContaining("number()I with one 255");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void anotherCallGetsWhatTheFirstWouldHaveGotten(long token) throws Exception {
        Copy copy = rewritten(instead("java/lang/String", "isEmpty", "()Z"));
        Recorder.clear(token);
        copy.call("tries", "x");
        assertThat(Recorder.CALLS).containsExactly("For input string: \"x\"");
        assertThat(copy.log()).isEqualTo(token == 1 ? "none finally " : "text finally ");
    }

    @Test
    void anotherCallNeedsOnePlace() {
        assertThatThrownBy(() -> rewritten(instead("java/lang/String", "isBlank", "()Z")))
                .isInstanceOf(NotThere.class)
                .hasMessageContaining("tries(Ljava.lang.Object;)V with a call of java.lang.String.isBlank()Z");
        assertThatThrownBy(() -> rewritten(
                instead("java/lang/StringBuilder", "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;")))
                .isInstanceOf(NotThere.class);
    }
}
