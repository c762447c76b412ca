package dev.slipstream.agent.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.NoCallback;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.runtime.threads.Daemon;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** When the agent looks, and what it makes of it, with a graft and an engine of the test's. */
class TextSwitchTest {
    private static final List<MethodEdit> GROWING = List.of(new MethodEdit.BuiltIn("newCapacity", "(I)I"));
    private static final long DEADLINE_SECONDS = 30;

    private final BlockingQueue<Object> said = new LinkedBlockingQueue<>();
    private volatile boolean inForce = true;

    private final NoCallback watch = new NoCallback() {
        @Override
        public void undo(String reason) {
            said.add(reason);
        }

        @Override
        public boolean rewrite(List<Plan.ClassEdit> edits) {
            said.add(edits);
            return inForce;
        }

        @Override
        public long sizeOf(Object object) {
            return (16L + ((byte[]) object).length + 7) / 8 * 8;
        }
    };

    private Object next() throws InterruptedException {
        return said.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    /** Fills every batch with builders of a length that all began with the JDK's capacity. */
    private static BiFunction<String, Object, Object> graft(int length, boolean wide) {
        return (what, value) -> {
            switch (what) {
                case "batch":
                    StringBuilder[] batch = (StringBuilder[]) value;
                    for (int i = 0; batch != null && i < batch.length && length > 0; i++) {
                        batch[i] = new StringBuilder().append("x".repeat(length));
                    }
                    return null;
                case "wide":
                    return wide;
                default:
                    return true;
            }
        };
    }

    @Test
    void setsWhatItHasSeen() throws Exception {
        TextSwitch text = new TextSwitch(graft(33, false), watch, GROWING, 16, 1_000);
        text.activate();
        assertThat(next()).isEqualTo(TextRetrofit.sampling(16));
        assertThat(next()).isEqualTo(TextRetrofit.change(40, GROWING));
        // Nothing is rewritten here, so the capacity is not there, as if another agent had rewritten the constructor.
        assertThat(next()).isEqualTo(TextRetrofit.asking());
        assertThat(next()).isEqualTo("a new StringBuilder has a capacity of 16, not 40");
        assertThat(text.counters()).containsEntry("capacity", 40L).containsEntry("changes", 1L)
                .containsEntry("windows", 1L).containsEntry("sampled", 800L).containsEntry("stockBytes", 800 * 88L)
                .containsEntry("bytes", 800 * 88L);
    }

    @Test
    void leavesTheJdksWhereItIsBest() throws Exception {
        TextSwitch text = new TextSwitch(graft(7, false), watch, GROWING, 16, 1_000);
        text.activate();
        for (int look = 0; look < 2; look++) {
            assertThat(next()).isEqualTo(TextRetrofit.sampling(16));
            assertThat(next()).isEqualTo(TextRetrofit.constant(16));
        }
        text.finish();
        assertThat(text.counters()).containsEntry("capacity", 16L).containsEntry("changes", 0L);
        assertThat(said).isEmpty();
    }

    @Test
    void aJvmThatBuildsNothingSaysNothing() throws Exception {
        TextSwitch text = new TextSwitch(graft(0, false), watch, GROWING, 16, 1_000);
        text.activate();
        assertThat(next()).isEqualTo(TextRetrofit.sampling(16));
        assertThat(next()).isEqualTo(TextRetrofit.constant(16));
        // Or it is not told any more.
        assertThat(next()).isEqualTo(TextRetrofit.asking());
        assertThat(next()).isEqualTo(TextRetrofit.sampling(16));
        text.finish();
        assertThat(text.counters()).containsEntry("sampled", 0L);
    }

    @Test
    void endsWhereItWasTakenBack() throws Exception {
        inForce = false;
        TextSwitch text = new TextSwitch(graft(33, false), watch, GROWING, 16, 1_000);
        text.activate();
        assertThat(next()).isEqualTo(TextRetrofit.sampling(16));
        text.finish();
        assertThat(said).isEmpty();
    }

    @Test
    void whatGoesWrongInALookTakesItBack() throws Exception {
        BiFunction<String, Object, Object> broken = (what, value) -> {
            if (what.equals("batch")) {
                throw new IllegalStateException("broken");
            }
            return true;
        };
        new TextSwitch(broken, watch, GROWING, 16, 1_000).activate();
        assertThat(next()).isEqualTo(TextRetrofit.sampling(16));
        assertThat(next()).isEqualTo("java.lang.IllegalStateException: broken");
    }

    @Test
    void aCapacityThatIsNotThereFailsAtOnce() {
        TextSwitch text = new TextSwitch(graft(33, false), watch, GROWING, 48, 0);
        assertThatThrownBy(text::activate).isInstanceOf(IllegalStateException.class)
                .hasMessage("a new StringBuilder has a capacity of 16, not 48");
    }

    /** A builder that has been emptied, or cut, was longer once. */
    @Test
    void countsABuilderThatHasBeenEmptied() throws Exception {
        BiFunction<String, Object, Object> graft = (what, value) -> {
            if (what.equals("batch") && value != null) {
                StringBuilder emptied = new StringBuilder().append("x".repeat(20));
                emptied.setLength(0);
                ((StringBuilder[]) value)[0] = emptied;
                ((StringBuilder[]) value)[1] = new StringBuilder();
            }
            return what.equals("wide");
        };
        TextModel.Sample sample = new TextSampler(graft, new Daemon("sampler", () -> {})).take(16);
        assertThat(sample.size()).isEqualTo(100);
        assertThat(sample.length(0)).isEqualTo(17);
        assertThat(sample.length(1)).isZero();
        assertThat(sample.isWide(0)).isTrue();
    }
}
