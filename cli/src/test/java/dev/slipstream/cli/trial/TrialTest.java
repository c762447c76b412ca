package dev.slipstream.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.State;
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
        return new Finding(remedy, verdict, share == null ? null : Share.measured(share, "the processor time"), List.of(amounts),
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

    private static Diagnosis with(Diagnosis of, State state, int held, int carriers, Integer waiting) {
        return new Diagnosis(of.jvm(), of.started(), of.seconds(), of.processors(), of.findings(), of.caveats(), of.moments(),
                new Carriers(state, carriers, held, 0, 6, 6, waiting, List.of(), List.of(), List.of(), null, List.of()));
    }

    private static List<String> text(Diagnosis before, Diagnosis after, String... remedies) {
        return Trial.of(before, after, List.of(remedies)).text();
    }

    @Test
    void halfIsBetter() {
        assertThat(text(diagnosis(share(Verdict.PAID, 0.124)), diagnosis(share(Verdict.NOT_PAID, 0.001)), "naming"))
                .containsExactly(
                        "naming: better, 12 % (9.9 to 15 %) of the processor time before, less than 1 % of the processor time after",
                        "kept: naming");
    }

    @Test
    void aLittleLessIsNoise() {
        assertThat(text(diagnosis(share(Verdict.PAID, 0.12)), diagnosis(share(Verdict.PAID, 0.09)), "naming"))
                .containsExactly(
                        "naming: same, 12 % (9.6 to 14 %) of the processor time before, 9.0 % (7.2 to 11 %) of the processor time after",
                        "nothing helped; all taken back");
    }

    /** Few samples may show half by chance. */
    @Test
    void halfWithinTheRangesIsNoise() {
        Finding before =
                new Finding("naming", Verdict.PAID, new Share(0.12, 0.02, 0.3, "the processor time"), List.of(), List.of(),
                        List.of(), null, "", "", List.of());
        assertThat(text(diagnosis(before), diagnosis(share(Verdict.PAID, 0.05)), "naming"))
                .first().asString().startsWith("naming: same, 12 % (2.0 to 30 %)");
    }

    @Test
    void aLittleLessThatIsSteadyIsBetter() {
        assertThat(text(course(0.12), course(0.09), "naming")).last().isEqualTo("kept: naming");
        assertThat(text(course(0.12), course(0.115), "naming")).first().asString().startsWith("naming: same");
        assertThat(text(course(0.09), course(0.12), "naming")).first().asString().startsWith("naming: worse");
    }

    @Test
    void whatWasNotPaidCannotGetBetter() {
        assertThat(text(diagnosis(share(Verdict.NOT_PAID, 0.001)), diagnosis(share(Verdict.NOT_PAID, 0)), "naming"))
                .containsExactly(
                        "naming: same, the cost was not paid before: less than 1 % of the processor time before, less than 1 %"
                                + " of the processor time after",
                        "nothing helped; all taken back");
    }

    @Test
    void amountsWhereThereIsNoShare() {
        Finding before = finding("arenas", Verdict.PAID, null, new Amount("closes", 4_000, "/s"));
        Finding after = finding("arenas", Verdict.PAID, null, new Amount("opens", 1, "/s"), new Amount("closes", 1_500, "/s"));
        assertThat(text(diagnosis(before), diagnosis(after), "arenas"))
                .containsExactly("arenas: better, closes 4,000 /s before, 1,500 /s after", "kept: arenas");
    }

    @Test
    void verdictsWhereThereIsNoFigure() {
        assertThat(text(diagnosis(finding("text", Verdict.PAID, null)), diagnosis(finding("text", Verdict.NOT_PAID, null)),
                "text"))
                .containsExactly("text: better, paid before, not paid after", "kept: text");
    }

    @Test
    void whatIsNotKnownIsTakenBack() {
        assertThat(
                text(diagnosis(share(Verdict.PAID, 0.2)), diagnosis(finding("naming", Verdict.UNKNOWN, null)), "naming", "text"))
                .containsExactly("naming: unknown, its cost could not be seen after",
                        "text: unknown, its cost could not be seen before", "nothing helped; all taken back");
    }

    /** Keeping all although one made its cost go up would leave the application worse off with that one. */
    @Test
    void decidesRemedyByRemedy() {
        Diagnosis before = diagnosis(share(Verdict.PAID, 0.2), finding("text", Verdict.PAID, 0.02),
                finding("arenas", Verdict.NOT_PAID, 0.0), finding("buffering", Verdict.UNKNOWN, null));
        Diagnosis after = diagnosis(share(Verdict.PAID, 0.02), finding("text", Verdict.PAID, 0.08),
                finding("arenas", Verdict.NOT_PAID, 0.0), finding("buffering", Verdict.PAID, 0.1));
        assertThat(text(before, after, "naming", "text", "arenas", "buffering")).containsExactly(
                "naming: better, 20 % (16 to 24 %) of the processor time before, 2.0 % (1.6 to 2.4 %) of the processor time after",
                "text: worse, 2.0 % (1.6 to 2.4 %) of the processor time before, 8.0 % (6.4 to 9.6 %) of the processor time after",
                "arenas: same, the cost was not paid before: less than 1 % of the processor time before, less than 1 %"
                        + " of the processor time after",
                "buffering: unknown, its cost could not be seen before",
                "kept: naming; taken back: text, arenas, buffering");
        // Of remedies that were not tried nothing is said.
        assertThat(text(before, after, "naming")).hasSize(2).last().isEqualTo("kept: naming");
        assertThat(text(before, after, "text")).last().isEqualTo("nothing helped; all taken back");
    }

    /** A JVM that hangs pays nothing, so nothing can go down. */
    private static final Diagnosis NOTHING_PAID =
            diagnosis(finding("pinning", Verdict.NOT_PAID, 0.0), share(Verdict.NOT_PAID, 0));

    private static Trial hung(Diagnosis after) {
        return Trial.of(with(NOTHING_PAID, State.HANGS, 2, 2, 9), after, List.of("pinning", "naming"));
    }

    @Test
    void aHangThatEndsIsBetter() {
        Diagnosis paid = diagnosis(finding("pinning", Verdict.PAID, 0.9), share(Verdict.PAID, 0.4));
        assertThat(hung(with(paid, State.FREE, 0, 12, null)).text()).containsExactly(
                "pinning: better, 2 of 2 carriers held before, 9 virtual threads waiting for one; no carrier held after",
                "naming: unknown, a JVM that hangs shows no cost to compare",
                "kept: pinning; taken back: naming");
        // The work that hung is done, and the application idle.
        assertThat(hung(with(NOTHING_PAID, State.FREE, 0, 0, null)).kept()).containsExactly("pinning");
        // A session that is never given back; stand-ins serve all others.
        assertThat(hung(with(NOTHING_PAID, State.HELD, 2, 4, 0)).kept()).containsExactly("pinning");
        // Some virtual threads run again.
        assertThat(hung(with(NOTHING_PAID, State.SLOWED, 2, 4, 1)).kept()).containsExactly("pinning");
    }

    @Test
    void aHangThatGoesOnIsNotBetter() {
        assertThat(hung(with(NOTHING_PAID, State.HANGS, 2, 2, 9)).text()).first()
                .isEqualTo("pinning: same, 2 of 2 carriers held before,"
                        + " 9 virtual threads waiting for one; 2 of 2 carriers held after, 9 virtual threads waiting for one");
        // More wait than there may be carriers.
        assertThat(hung(with(NOTHING_PAID, State.HANGS, 256, 256, null)).text()).last()
                .isEqualTo("nothing helped; all taken back");
        // A deadlock: the stand-ins have nothing to do.
        assertThat(Trial.of(with(NOTHING_PAID, State.HANGS, 2, 2, 0), with(NOTHING_PAID, State.HELD, 2, 4, 0), List.of("pinning"))
                .kept())
                .isEmpty();
    }

    @Test
    void aHangThatBeginsIsWorse() {
        Trial trial = Trial.of(with(NOTHING_PAID, State.FREE, 0, 2, null), with(NOTHING_PAID, State.HANGS, 2, 2, 1),
                List.of("pinning", "naming"));
        assertThat(trial.outcomes()).extracting(Trial.Outcome::change).containsExactly(Trial.Change.WORSE, Trial.Change.UNKNOWN);
    }

    @Test
    void whatWasNotSeenAfterAHangIsUnknown() {
        assertThat(hung(NOTHING_PAID).text()).first().asString().startsWith("pinning: unknown")
                .endsWith("; carriers not seen after");
        assertThat(hung(with(NOTHING_PAID, State.UNKNOWN, 0, 0, null)).kept()).isEmpty();
    }

    /** Writes down what is done. */
    private static class Log implements TrialRun.Operator {
        private final List<String> done = new ArrayList<>();
        private int endsAfter = Integer.MAX_VALUE;

        @Override
        public boolean hasEnded() {
            return done.size() >= endsAfter;
        }

        @Override
        public List<String> attach() throws Failure {
            done.add("attach");
            return List.of("naming", "text");
        }

        @Override
        public void keep(List<String> remedies) {
            done.add("keep " + remedies + " " + Thread.currentThread().isInterrupted());
        }
    }

    /** Runs a trial. It is interrupted when it has looked for each of the shares. */
    private static Trial run(Log log, Double... shares) throws Failure {
        Iterator<Double> next = List.of(shares).iterator();
        return new TrialRun((half, time) -> {
            log.done.add("look " + half + " " + time);
            if (!next.hasNext()) {
                Thread.currentThread().interrupt();
                throw new InterruptedException();
            }
            double share = next.next();
            return diagnosis(share(Verdict.PAID, share), finding("text", Verdict.PAID, share / 2));
        }, log, Duration.ZERO).run(Duration.ofSeconds(60));
    }

    private static String failure(int exitCode, Log log, Double... shares) {
        Failure failure = catchThrowableOfType(Failure.class, () -> run(log, shares));
        assertThat(failure.exitCode()).isEqualTo(exitCode);
        return failure.getMessage();
    }

    @Test
    void keepsWhatHelps() throws Exception {
        Log log = new Log();
        assertThat(run(log, 0.2, 0.02).kept()).containsExactly("naming", "text");
        assertThat(log.done).containsExactly("look before PT30S", "attach", "look after PT30S");
    }

    @Test
    void takesBackWhatDoesNot() throws Exception {
        Log log = new Log();
        assertThat(run(log, 0.2, 0.19).kept()).isEmpty();
        assertThat(log.done).containsExactly("look before PT30S", "attach", "look after PT30S", "keep [] false");
    }

    /** Nothing that a remedy does could open it. */
    @Test
    void installsNothingWhereThereIsADeadlock() {
        Log log = new Log();
        Failure failure = catchThrowableOfType(Failure.class, () -> new TrialRun((half, time) -> {
            log.done.add("look " + half);
            return with(NOTHING_PAID, State.DEADLOCK, 0, 2, null);
        }, log, Duration.ZERO).run(Duration.ofSeconds(60)));
        assertThat(failure.exitCode()).isEqualTo(1);
        assertThat(failure).hasMessage("it has a deadlock, which no remedy opens; nothing was installed");
        assertThat(log.done).containsExactly("look before");
    }

    @Test
    void takesBackSingleRemedies() throws Exception {
        Log log = new Log() {
            @Override
            public List<String> attach() throws Failure {
                super.attach();
                return List.of("naming", "arenas");
            }
        };
        assertThat(run(log, 0.2, 0.02).kept()).containsExactly("naming");
        assertThat(log.done).last().isEqualTo("keep [naming] false");
    }

    @Test
    void saysWhatWasTakenBackWhenStopped() {
        Log log = new Log();
        assertThat(failure(130, log, 0.2)).isEqualTo("stopped; all taken back");
        assertThat(log.done).containsExactly("look before PT30S", "attach", "look after PT30S", "keep [] false");
        Log early = new Log();
        assertThat(failure(130, early)).isEqualTo("stopped; nothing was installed");
        assertThat(early.done).containsExactly("look before PT30S");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** The second look of an application that has ended shows less, which must not count as better. */
    @Test
    void saysThatTheApplicationEnded() {
        Log log = new Log();
        log.endsAfter = 1;
        assertThat(failure(3, log, 0.2)).isEqualTo("the JVM ended after 0 s; nothing was installed");
        assertThat(log.done).containsExactly("look before PT30S");
        Log late = new Log();
        late.endsAfter = 3;
        assertThat(failure(3, late, 0.2, 0.02)).isEqualTo("the JVM ended after 0 s; why is unknown");
        assertThat(late.done).containsExactly("look before PT30S", "attach", "look after PT30S");
    }

    @Test
    void takesBackWhatCouldNotBeAttachedWhole() {
        Log log = new Log() {
            @Override
            public List<String> attach() throws Failure {
                super.attach();
                throw new Failure(3, "not all");
            }
        };
        assertThat(failure(3, log, 0.2)).isEqualTo("not all");
        assertThat(log.done).containsExactly("look before PT30S", "attach", "keep [] false");
    }

    /** A caveat may be the reason for the outcome. */
    @Test
    void theCaveatsOfBothLooksAreShownOnce() {
        Diagnosis before = NOTHING_PAID.with(List.of("The diagnosis was short.", "Not recorded."));
        assertThat(text(before, NOTHING_PAID.with(List.of("The diagnosis was short.")), "naming"))
                .filteredOn(line -> line.startsWith("Note: "))
                .containsExactly("Note: The diagnosis was short.", "Note: Not recorded.");
    }
}
