package dev.slipstream.agent.rewrite;

import static dev.slipstream.agent.rewrite.Copy.rewritten;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of edit, and what holds for all of them. */
class RewriterTest {
    private static final String RECORDER = "dev/slipstream/agent/rewrite/Recorder";
    private static final String ADD = "(JDILjava/lang/Object;F)V";
    private static final String GATE = "dev/slipstream/agent/rewrite/Adder$Gate";

    private static MethodEdit last(String method, String descriptor) {
        return new MethodEdit.CallLast(method, descriptor, GATE, "last");
    }

    private static MethodEdit ifOpen(String method, String descriptor) {
        return new MethodEdit.ReturnIfDone(method, descriptor, GATE, "closed");
    }

    private static MethodEdit around(String method, String descriptor) {
        return new MethodEdit.CallAround(method, descriptor, RECORDER, "before", "after");
    }

    private static MethodEdit tell(String method, String descriptor) {
        return new MethodEdit.TellFirst(method, descriptor, GATE, "tell");
    }

    private static MethodEdit answer(String method, String descriptor, String call) {
        return new MethodEdit.AnswerFirst(method, descriptor, GATE, call);
    }

    private static MethodEdit instead(String owner, String called, String descriptor) {
        return new MethodEdit.OtherCall("tries", "(Ljava/lang/Object;)V", owner, called, descriptor, RECORDER, "answer");
    }

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

    private static MethodEdit after(String method, String text, int from) {
        return new MethodEdit.CallForConstantAfter(method, text, from, RECORDER, "number");
    }

    @Test
    void aCallInPlaceOfAConstantAfterAText() throws Exception {
        Copy copy = rewritten(after("once", "no such thing", 256));
        Recorder.clear(1_024);
        assertThat(copy.call("once")).isEqualTo(1_024);
        assertThat(copy.call("number")).isEqualTo(256);
    }

    @Test
    void aConstantThatIsThereTwice() {
        assertThatThrownBy(() -> rewritten(after("property", "no such property", 256)))
                .isInstanceOf(NotThere.class).hasMessageContaining("property with 256 behind \"no such property\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"once:no such thing:255", "once:another thing:256", "number:no such thing:256", "nowhere:a:256"})
    void aConstantThatIsNotThere(String place) {
        String[] parts = place.split(":");
        assertThatThrownBy(() -> rewritten(after(parts[0], parts[1], Integer.parseInt(parts[2]))))
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
        return new MethodEdit.CallForConstant("number", "()I", from, RECORDER, "number");
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
