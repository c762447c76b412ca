package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Plan.ClassEdit;
import dev.slipstream.agent.rewrite.MethodEdit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Another agent has the same classes transformed. */
class LiveClassesTest {
    private static final String GRAFT = "graft/Ours";

    /** A class and its subclass. */
    private static final Class<?> GENERAL = java.io.FilterInputStream.class;
    private static final Class<?> SPECIAL = java.io.BufferedInputStream.class;

    private final StandInJvm jvm = new StandInJvm();
    private LiveClasses classes = new LiveClasses(jvm.instrumentation(), jvm);

    private void rewrite(String owner, Class<?> type) throws Exception {
        classes.rewrite(List.of(new LiveClasses.Wish(owner, List.of(new ClassEdit(type.getName().replace('.', '/'),
                List.of(new MethodEdit.CallFirst("available", "()I", GRAFT, "called")))), null)));
    }

    private boolean isInForce(Class<?> type) {
        byte[] bytes = Objects.requireNonNullElse(jvm.inForce.get(type), new byte[0]);
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(GRAFT);
    }

    @Test
    void whatNobodyElseTouchesCostsNoClassLoad() throws Exception {
        rewrite("one", GENERAL);
        assertThat(classes.isTouched()).isFalse();
        assertThat(classes.rewriteTouched()).isEmpty();
        assertThat(jvm.registered()).isZero();
    }

    @Test
    void editsThatAreLostAreNoticedAndInForceAgain() throws Exception {
        rewrite("one", GENERAL);
        jvm.transformForOthers(GENERAL);
        assertThat(isInForce(GENERAL)).isFalse();
        assertThat(classes.isTouched()).isTrue();
        assertThat(classes.rewriteTouched()).containsExactly(Map.entry("one", true));
        assertThat(isInForce(GENERAL)).isTrue();
        assertThat(classes.isTouched()).isFalse();
    }

    @Test
    void onceLostTheyAreKept() throws Exception {
        rewrite("one", GENERAL);
        jvm.transformForOthers(GENERAL);
        classes.rewriteTouched();
        int before = jvm.transformations.size();
        jvm.transformForOthers(GENERAL);
        assertThat(isInForce(GENERAL)).isTrue();
        assertThat(classes.isTouched()).isTrue();
        assertThat(classes.rewriteTouched()).as("still to be tried out").containsExactly(Map.entry("one", false));
        assertThat(jvm.transformations).as("nothing rewritten for it").hasSize(before + 1);
        assertThat(classes.lastOther()).isNotEmpty();
    }

    @Test
    void whereOthersWereNamedNothingIsEverLost() throws Exception {
        jvm.othersWereNamed = true;
        classes = new LiveClasses(jvm.instrumentation(), jvm);
        rewrite("one", GENERAL);
        jvm.transformForOthers(GENERAL);
        assertThat(isInForce(GENERAL)).isTrue();
        classes.restore(List.of("one"));
        assertThat(jvm.registered()).isZero();
        assertThat(isInForce(GENERAL)).isFalse();
    }

    @Test
    void aTransformerThatStaysAnywayLosesNothing() throws Exception {
        classes.rewrite(List.of(new LiveClasses.Wish("one", List.of(new ClassEdit(GENERAL.getName().replace('.', '/'),
                List.of(new MethodEdit.CallFirst("available", "()I", GRAFT, "called")))), () -> {})));
        jvm.transformForOthers(GENERAL);
        assertThat(classes.rewriteTouched()).containsExactly(Map.entry("one", false));
        rewrite("two", SPECIAL);
        classes.restore(List.of("one"));
        assertThat(jvm.registered()).as("no company was noticed").isZero();
    }

    /** HotSpot counts a redefinition for all subclasses. */
    @Test
    void ourOwnRewritingOfASuperclassIsNobodyElses() throws Exception {
        rewrite("special", SPECIAL);
        rewrite("general", GENERAL);
        assertThat(classes.isTouched()).isFalse();
        classes.restore(List.of("general"));
        assertThat(classes.isTouched()).isFalse();
        jvm.transformForOthers(SPECIAL);
        assertThat(classes.rewriteTouched()).containsExactly(Map.entry("special", true));
    }

    @Test
    void aJvmThatIsEndingIsNoFailure() throws Exception {
        rewrite("one", GENERAL);
        jvm.isEnding = true;
        rewrite("two", GENERAL);
        jvm.isEnding = false;
        assertThatThrownBy(() -> rewrite("three", Object.class)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void whatIsNoLongerRewrittenIsNotLookedAt() throws Exception {
        rewrite("one", GENERAL);
        classes.restore(List.of("one"));
        jvm.transformForOthers(GENERAL);
        assertThat(classes.isTouched()).isFalse();
    }

    @Test
    void bakedEditsNeedNoRewritingAndAreNotLost() throws Exception {
        jvm.baked.add("one " + GENERAL.getName().replace('.', '/'));
        classes = new LiveClasses(null, jvm);
        rewrite("one", GENERAL);
        assertThat(jvm.transformations).isEmpty();
        jvm.transformForOthers(GENERAL);
        assertThat(classes.isTouched()).isTrue();
        assertThat(classes.rewriteTouched()).as("to be tried out").containsExactly(Map.entry("one", false));
        assertThat(classes.restore(List.of("one"))).isEmpty();
        assertThat(jvm.transformations).as("the other agent's only").hasSize(1);
    }

    @Test
    void otherEditsNeedAnAgent() throws Exception {
        jvm.baked.add("one " + GENERAL.getName().replace('.', '/'));
        classes = new LiveClasses(null, jvm);
        assertThatThrownBy(() -> rewrite("two", GENERAL)).isInstanceOf(IllegalStateException.class)
                .hasMessage("it was not baked into this JDK, and no agent is attached");
        classes.restore(List.of("two"));
        classes.use(jvm.instrumentation());
        rewrite("two", GENERAL);
        assertThat(isInForce(GENERAL)).isTrue();
    }
}
