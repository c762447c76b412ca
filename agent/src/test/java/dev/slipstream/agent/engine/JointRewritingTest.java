package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.engine.LiveClasses.Wish;
import dev.slipstream.agent.plan.Plan.ClassEdit;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One rewriting for all; and where that fails, what one does wrong is not the others' loss. */
class JointRewritingTest {
    private final StandInJvm jvm = new StandInJvm();
    private final LiveClasses classes = new LiveClasses(jvm.instrumentation(), jvm);
    private final JointRewriting together = new JointRewriting(classes);
    private final List<String> events = new ArrayList<>();

    private final class One implements JointRewriting.Participant {
        private final Wish wish;
        private Throwable why;
        private boolean finishes = true;

        One(String name, Runnable lost, ClassEdit... edits) {
            this.wish = new Wish(name, List.of(edits), lost);
        }

        @Override
        public Wish wish() {
            return wish;
        }

        @Override
        public void rewritten() {
            events.add(wish.owner() + " rewritten");
        }

        @Override
        public void notRewritten(Throwable reason) {
            why = reason;
            classes.restore(List.of(wish.owner()));
            events.add(wish.owner() + " not rewritten");
        }

        @Override
        public boolean finish() {
            events.add(wish.owner() + (finishes ? " finished" : " not finished"));
            return finishes;
        }

        @Override
        public void notRestored(Throwable reason) {
            events.add(wish.owner() + " not restored");
        }

        @Override
        public void restored() {
            events.add(wish.owner() + " restored");
        }
    }

    private static ClassEdit calling(Class<?> type, String method, String descriptor, String graft) {
        return new ClassEdit(type.getName().replace('.', '/'),
                List.of(new MethodEdit.CallFirst(method, descriptor, graft, "called")));
    }

    private static ClassEdit threads(String graft) {
        return calling(Thread.class, "setName", "(Ljava/lang/String;)V", graft);
    }

    private static ClassEdit builders(String graft) {
        return calling(StringBuilder.class, "reverse", "()Ljava/lang/StringBuilder;", graft);
    }

    private boolean calls(Class<?> type, String graft) {
        byte[] bytes = jvm.inForce.get(type);
        return bytes != null && new String(bytes, StandardCharsets.ISO_8859_1).contains(graft);
    }

    private final One first = new One("first", null, threads("graft/First"));
    private final One second = new One("second", null, threads("graft/Second"), builders("graft/Second"));
    private final One wrong = new One("wrong", null, calling(Thread.class, "isNotThere", "()V", "graft/Wrong"));

    @Test
    void allAreRewrittenAtOnceAndRestoredAtOnce() {
        together.rewrite(List.of(first, second));
        assertThat(jvm.transformations).containsExactly(2);
        assertThat(calls(Thread.class, "graft/First")).isTrue();
        assertThat(calls(Thread.class, "graft/Second")).isTrue();
        assertThat(calls(StringBuilder.class, "graft/Second")).isTrue();

        together.restore(List.of(first, second));
        assertThat(jvm.transformations).containsExactly(2, 2);
        assertThat(jvm.inForce).containsEntry(Thread.class, null).containsEntry(StringBuilder.class, null);
        assertThat(jvm.registered()).isZero();
        assertThat(events).containsExactly("first rewritten", "second rewritten", "first finished", "second finished",
                "first restored", "second restored");
    }

    @Test
    void whoeverLeavesLeavesTheOthersInForce() {
        together.rewrite(List.of(first, second));
        together.restore(List.of(second));
        assertThat(calls(Thread.class, "graft/First")).isTrue();
        assertThat(calls(Thread.class, "graft/Second")).isFalse();
        assertThat(calls(StringBuilder.class, "graft/Second")).isFalse();
    }

    @Test
    void whoeverAsksForWhatIsNotThereIsTheOnlyOneWithoutIt() {
        together.rewrite(List.of(first, wrong, second));
        assertThat(events).containsExactly("first rewritten", "wrong not rewritten", "second rewritten");
        assertThat(wrong.why).isInstanceOf(NotThere.class).hasMessageContaining("isNotThere");
        assertThat(calls(Thread.class, "graft/First")).isTrue();
        assertThat(calls(StringBuilder.class, "graft/Second")).isTrue();
        assertThat(calls(Thread.class, "graft/Wrong")).isFalse();
        assertThat(jvm.registered()).isZero();
    }

    @Test
    void aClassThatTheJvmRefusesIsTheLossOfThoseWhoWantIt() {
        jvm.refused.add(StringBuilder.class);
        together.rewrite(List.of(first, second));
        assertThat(events).contains("first rewritten").doesNotContain("second rewritten");
        assertThat(second.why).isInstanceOf(VerifyError.class);
        assertThat(calls(Thread.class, "graft/First")).isTrue();
        assertThat(calls(Thread.class, "graft/Second")).isFalse();
    }

    @Test
    void aClassThatCannotBeRestoredIsSaidOfThoseWhoHadIt() {
        together.rewrite(List.of(first, second));
        jvm.refused.add(StringBuilder.class);
        events.clear();
        together.restore(List.of(first, second));
        assertThat(events).containsExactly("first finished", "second finished", "first restored", "second not restored",
                "second restored");
        assertThat(jvm.inForce).containsEntry(Thread.class, null);
    }

    @Test
    void whatCannotFinishKeepsItsEdits() {
        together.rewrite(List.of(first, second));
        first.finishes = false;
        events.clear();
        together.restore(List.of(first, second));
        assertThat(events).containsExactly("first not finished", "second finished", "second restored");
        assertThat(calls(Thread.class, "graft/First")).isTrue();
        assertThat(calls(Thread.class, "graft/Second")).isFalse();

        first.finishes = true;
        together.restore(List.of(first));
        assertThat(events).endsWith("first finished", "first restored");
        assertThat(jvm.inForce).containsEntry(Thread.class, null);
        assertThat(jvm.registered()).isZero();
    }

    @Test
    void editsThatAreToStayKeepTheirTransformer() {
        List<String> lost = new ArrayList<>();
        One keeping = new One("keeping", () -> lost.add("lost"), threads("graft/Keeping"));
        together.rewrite(List.of(first, second, keeping));
        assertThat(jvm.registered()).isEqualTo(1);
        together.restore(List.of(first, second));
        assertThat(calls(Thread.class, "graft/Keeping")).isTrue();
        assertThat(jvm.registered()).isEqualTo(1);
        together.restore(List.of(keeping));
        assertThat(jvm.registered()).isZero();
        assertThat(lost).isEmpty();
    }
}
