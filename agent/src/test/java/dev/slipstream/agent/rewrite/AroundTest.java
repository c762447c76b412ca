package dev.slipstream.agent.rewrite;

import static dev.slipstream.agent.rewrite.Copy.rewritten;
import static dev.slipstream.agent.rewrite.Edits.ADD;
import static dev.slipstream.agent.rewrite.Edits.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kind that calls a graft before and after. */
class AroundTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, Long.MAX_VALUE})
    void aroundGivesTheArgumentsAndTheToken(long token) throws Exception {
        Copy copy = rewritten(around("add", ADD));
        Recorder.clear(token);
        copy.call("add", 1L << 40, 0.5, 3, "", 0.25f);
        assertThat(copy.result()).isEqualTo((1L << 40) + 0.5 + 3 + 0.25);
        assertThat(copy.log()).isEqualTo("add ");
        assertThat(Recorder.CALLS).containsExactly("before 1099511627776 0.5 3  0.25", "after " + token);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void aNegativeTokenReturnsAtOnce(long token) throws Exception {
        Copy copy = rewritten(around("add", ADD));
        Recorder.clear(token);
        copy.call("add", 1L, 2.0, 3, "", 4f);
        assertThat(copy.log()).isEmpty();
        assertThat(Recorder.CALLS).hasSize(1);
    }

    @Test
    void aroundALoopThatBeginsTheBody() throws Exception {
        Copy copy = rewritten(around("loop", "(I)V"));
        Recorder.clear(5);
        copy.call("loop", 3);
        assertThat(copy.result()).isEqualTo(14);
        assertThat(Recorder.CALLS).containsExactly("before 3", "after 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7:finally end ", "x:text finally ", ":text finally "})
    void aroundSeveralReturnsAndHandlers(String inputAndLog) throws Exception {
        String[] parts = inputAndLog.split(":");
        Copy copy = rewritten(around("tries", "(Ljava/lang/Object;)V"));
        Recorder.clear(9);
        copy.call("tries", parts[0]);
        assertThat(copy.log()).isEqualTo(parts[1]);
        assertThat(Recorder.CALLS).containsExactly("before " + parts[0], "after 9");
    }

    @Test
    void afterIsCalledOnceWhenTheBodyThrows() throws Exception {
        Copy copy = rewritten(around("tries", "(Ljava/lang/Object;)V"));
        Recorder.clear(9);
        assertThatThrownBy(() -> copy.call("tries", 101))
                .isInstanceOf(InvocationTargetException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class).hasRootCauseMessage("large");
        assertThat(copy.log()).isEqualTo("finally ");
        assertThat(Recorder.CALLS).containsExactly("before 101", "after 9");
    }

    @Test
    void aroundAStaticMethod() throws Exception {
        Copy copy = rewritten(around("repeat", "(Ljava/lang/CharSequence;JLjava/lang/StringBuilder;)V"));
        Recorder.clear(2);
        StringBuilder to = new StringBuilder();
        copy.call("repeat", "ab", 3L, to);
        assertThat(to).hasToString("ababab");
        assertThat(Recorder.CALLS).containsExactly("before 3", "after 2");
    }

    @Test
    void aroundIsOnlyForMethodsThatReturnNothing() {
        assertThatThrownBy(() -> rewritten(around("number", "()I"))).isInstanceOf(NotThere.class);
    }
}
