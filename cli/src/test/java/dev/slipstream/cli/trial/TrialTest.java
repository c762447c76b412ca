package dev.slipstream.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Diagnosis.Moment;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTest {
    private static final DiagnosedJvm SUBJECT = new DiagnosedJvm("Shop", 11L, 21, "21.0.8", 2);

    private static Finding finding(String remedy, Verdict verdict, Double share, Amount... amounts) {
        return new Finding(remedy, verdict, share == null ? null : new Share(share, share, share, "the processor time"), List.of(amounts),
                List.of(), List.of(), null, "", "", List.of());
    }

    private static Finding share(Verdict verdict, double share) {
        return finding("naming", verdict, share);
    }

    private static Diagnosis diagnosis(List<Moment> moments, Finding... findings) {
        return new Diagnosis(SUBJECT, "", 30, null, List.of(findings), List.of(), moments);
    }

    private static Diagnosis diagnosis(Finding... findings) {
        return diagnosis(List.of(), findings);
    }

    /** With a course over time, which goes up and down by a twentieth. */
    private static Diagnosis course(double share) {
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            moments.add(new Moment(i, Map.of("naming", share * (i % 2 == 0 ? 1.05 : 0.95))));
        }
        return diagnosis(moments, share(Verdict.PAID, share));
    }

    private static List<String> text(Diagnosis before, Diagnosis after, String... remedies) {
        return Trial.of(before, after, List.of(remedies)).text();
    }

    @Test
    void halfIsBetter() {
        assertThat(text(diagnosis(share(Verdict.PAID, 0.124)), diagnosis(share(Verdict.NOT_PAID, 0.001)), "naming"))
                .containsExactly("naming: better, 12.4 % of the processor time before, 0.1 % after", "kept");
    }

    @Test
    void aLittleLessIsNoise() {
        assertThat(text(diagnosis(share(Verdict.PAID, 0.12)), diagnosis(share(Verdict.PAID, 0.09)), "naming"))
                .containsExactly("naming: same, 12.0 % of the processor time before, 9.0 % after",
                        "no cost went down: taken back");
    }

    @Test
    void aLittleLessThatIsSteadyIsBetter() {
        assertThat(text(course(0.12), course(0.09), "naming")).last().isEqualTo("kept");
        assertThat(text(course(0.12), course(0.115), "naming")).first().asString().startsWith("naming: same");
        assertThat(text(course(0.09), course(0.12), "naming")).first().asString().startsWith("naming: worse");
    }

    @Test
    void whatWasNotPaidCannotGetBetter() {
        assertThat(text(diagnosis(share(Verdict.NOT_PAID, 0.001)), diagnosis(share(Verdict.NOT_PAID, 0)), "naming"))
                .containsExactly("naming: same, the cost was not paid before: 0.1 % of the processor time before, 0.0 % after",
                "no cost went down: taken back");
    }

    @Test
    void amountsWhereThereIsNoShare() {
        Finding before = finding("arenas", Verdict.PAID, null, new Amount("closes", 4_000, "/s"));
        Finding after = finding("arenas", Verdict.PAID, null, new Amount("opens", 1, "/s"), new Amount("closes", 1_500, "/s"));
        assertThat(text(diagnosis(before), diagnosis(after), "arenas"))
                .containsExactly("arenas: better, closes 4,000 /s before, 1,500 /s after", "kept");
    }

    @Test
    void verdictsWhereThereIsNoFigure() {
        assertThat(text(diagnosis(finding("text", Verdict.PAID, null)), diagnosis(finding("text", Verdict.NOT_PAID, null)),
                "text"))
                .containsExactly("text: better, paid before, not paid after", "kept");
    }

    @Test
    void whatIsNotKnownIsNotBetter() {
        assertThat(text(diagnosis(share(Verdict.PAID, 0.2)), diagnosis(finding("naming", Verdict.UNKNOWN, null)), "naming",
                "text"))
                .containsExactly("naming: same, its cost is unknown", "text: same, its cost is unknown",
                        "no cost went down: taken back");
    }

    @Test
    void saysWhatGotWorseBesideWhatGotBetter() {
        Diagnosis before = diagnosis(share(Verdict.PAID, 0.2), finding("text", Verdict.PAID, 0.02));
        Diagnosis after = diagnosis(share(Verdict.PAID, 0.02), finding("text", Verdict.PAID, 0.08));
        assertThat(text(before, after, "naming", "text")).last().isEqualTo("kept, although these costs went up: text");
        // Of remedies that were not tried nothing is said.
        assertThat(text(before, after, "naming")).hasSize(2).last().isEqualTo("kept");
    }

    /** Writes down what is done. */
    private static class Log implements TrialRun.Operator {
        private final List<String> done = new ArrayList<>();

        @Override
        public List<String> attach() {
            done.add("attach");
            return List.of("naming");
        }

        @Override
        public void detach() {
            done.add("detach " + Thread.currentThread().isInterrupted());
        }
    }

    private static Trial run(Log log, Double... shares) throws Exception {
        Iterator<Double> next = List.of(shares).iterator();
        return new TrialRun((pid, time) -> {
            log.done.add("look " + pid + " " + time);
            if (!next.hasNext()) {
                throw new InterruptedException();
            }
            double share = next.next();
            return diagnosis(share(Verdict.PAID, share));
        }, log, Duration.ZERO).run(11, Duration.ofSeconds(60));
    }

    @Test
    void keepsWhatHelps() throws Exception {
        Log log = new Log();
        assertThat(run(log, 0.2, 0.02).isKept()).isTrue();
        assertThat(log.done).containsExactly("look 11 PT30S", "attach", "look 11 PT30S");
    }

    @Test
    void takesBackWhatDoesNot() throws Exception {
        Log log = new Log();
        assertThat(run(log, 0.2, 0.19).isKept()).isFalse();
        assertThat(log.done).containsExactly("look 11 PT30S", "attach", "look 11 PT30S", "detach false");
    }

    @Test
    void takesBackWhenInterrupted() {
        Log log = new Log();
        assertThatThrownBy(() -> run(log, 0.2)).isInstanceOf(InterruptedException.class);
        assertThat(log.done).containsExactly("look 11 PT30S", "attach", "look 11 PT30S", "detach false");
        Log early = new Log();
        assertThatThrownBy(() -> run(early)).isInstanceOf(InterruptedException.class);
        assertThat(early.done).containsExactly("look 11 PT30S");
    }

    @Test
    void takesBackWhatCouldNotBeAttachedWhole() {
        Log log = new Log() {
            @Override
            public List<String> attach() {
                super.attach();
                throw new IllegalStateException("not all");
            }
        };
        assertThatThrownBy(() -> run(log, 0.2)).hasMessage("not all");
        assertThat(log.done).containsExactly("look 11 PT30S", "attach", "detach false");
    }
}
