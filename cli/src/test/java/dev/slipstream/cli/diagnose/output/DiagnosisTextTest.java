package dev.slipstream.cli.diagnose.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Percent;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiagnosisTextTest {
    @Test
    void notesAreJoinedAsSentences() {
        assertThat(DiagnosisText.of(Found.noted(), Screen.NONE))
                .contains("Unknown: buffering: In bursts of 100 ms only. the flight recorder saw one.");
        assertThat(Figures.notes(List.of("0 samples in 11 s; diagnose for 30s")))
                .isEqualTo("0 samples in 11 s; diagnose for 30s");
    }

    @Test
    void saysWhatIsPaidAndWhatToDo() {
        assertThat(DiagnosisText.of(Found.two(), Screen.NONE)).isEqualTo("""
                org.example.Shop, process 4711, JDK 21.0.8+9-LTS, 8 processors, diagnosed for 30.2 s
                It pays 2 of the 5 costs that its JDK has.

                buffering: 31 % (25 to 37 %) of the processor time; calls 52,300/s; read 52.3 kB/s
                  org.example.Parser.next:123             seen 1,234 times  80 %  1 byte each
                  org.example.io.VeryLongName.readHeader     seen 98 times  6.4 %
                  would save: 52,300 calls/s x 690 ns = 36 ms/s
                              of which 95 % would go
                  risk: What others write is seen late.
                  note: in bursts of 100 ms only
                  apply: slipstream attach 4711 --remedies buffering

                naming: 12 % (9.6 to 14 %) of the processor time
                  risk: The native name follows within 20 ms.
                  apply: slipstream attach 4711 --remedies naming

                Not paid: arenas (less than 0.3 % of the processor time), text (less than 0.2 % of what is allocated)
                Not on this JDK: pinning
                Unknown: priority: a recording does not show nice values

                Note: the recording is short

                Next steps:
                  slipstream attach 4711 --remedies buffering,naming  # applies the remedies, without a restart
                  slipstream status 4711                              # shows what they do
                  slipstream diagnose 4711                            # shows whether the costs are gone
                  slipstream detach 4711                              # restores the JDK's own methods
                """);
    }

    @Test
    void aRecordingLeadsToARun() {
        assertThat(DiagnosisText.of(Found.recorded(), Screen.NONE))
                .startsWith("monday.jfr, JDK 21.0.8+9-LTS, 1 processor, diagnosed")
                .endsWith("""

                        Next steps:
                          slipstream run --remedies buffering,naming -- java ...  # starts it with the remedies for the costs found
                        """);
    }

    @Test
    void nothingFoundIsSaidPlainly() {
        assertThat(DiagnosisText.of(Found.none(), Screen.NONE)).isEqualTo("""
                org.example.Shop, process 4711, JDK 21.0.8+9-LTS, 8 processors, diagnosed for 30.0 s
                Nothing found: it pays none of the %d costs.

                Not paid: %s
                """.formatted(Remedies.names().size(), Remedies.names().stream()
                .map(remedy -> remedy + " (less than 0.2 % of the processor time)").collect(Collectors.joining(", "))));
    }

    /** The costs of an idle JVM say nothing of those under load. */
    @Test
    void anIdleJvmIsCalledIdle() {
        Diagnosis none = Found.none();
        Diagnosis idle = new Diagnosis(none.jvm(), none.started(), 10, 0.004, none.findings(), List.of(), List.of());
        assertThat(DiagnosisText.sentence(idle))
                .isEqualTo("Idle: it used less than 0.4 % of a processor; diagnose it under load, unless it should do"
                        + " something now.");
        Diagnosis two = Found.two();
        assertThat(
                DiagnosisText.sentence(new Diagnosis(two.jvm(), two.started(), 10, 0.004, two.findings(), List.of(), List.of())))
                .isEqualTo("It pays 2 of the 5 costs that its JDK has.");
    }

    /** The bound, what was seen, and what would tell. */
    @Test
    void anUnknownCostHasItsBound() {
        Finding naming =
                new Finding("naming", Verdict.UNKNOWN, new Share(0, 0, 0.0199, "a processor"), List.of(), List.of(), List.of(),
                        null, "", "", List.of("1 sample in 10 s; diagnose it under load"));
        Diagnosis diagnosis = new Diagnosis(Found.none().jvm(), "", 10, 0.02, List.of(naming), List.of(), List.of());
        assertThat(DiagnosisText.of(diagnosis, Screen.NONE))
                .contains("\nUnknown: naming (less than 2 % of a processor): 1 sample in 10 s; diagnose it under load\n");
        assertThat(DiagnosisText.brief(diagnosis, Screen.NONE)).contains("naming  unknown: less than 2 % of a processor\n");
    }

    @Test
    void theLiveViewIsShort() {
        assertThat(DiagnosisText.brief(Found.two(), Screen.NONE)).isEqualTo("""
                org.example.Shop, process 4711, JDK 21.0.8+9-LTS, 8 processors, diagnosed for 30.2 s
                It pays 2 of the 5 costs that its JDK has.
                  arenas     not paid: less than 0.3 % of the processor time
                  buffering  paid: 31 % (25 to 37 %) of the processor time
                             org.example.Parser.next:123  80 %
                             org.example.io.VeryLongName.readHeader  6.4 %
                  naming     paid: 12 % (9.6 to 14 %) of the processor time
                  pinning    not on this JDK
                  priority   unknown
                  text       not paid: less than 0.2 % of what is allocated

                Note: the recording is short
                """);
    }

    @Test
    void whatIsUnknownIsNotClean() {
        Finding unknown = new Finding("naming", Verdict.UNKNOWN, null, List.of(), List.of(), List.of(), null, "", "", List.of());
        Finding not = new Finding("text", Verdict.NOT_PAID, null, List.of(), List.of(), List.of(), null, "", "", List.of());
        DiagnosedJvm subject = new DiagnosedJvm("x", null, 0, "", 0);
        assertThat(DiagnosisText.sentence(new Diagnosis(subject, "", 1, null, List.of(unknown), List.of(), List.of())))
                .isEqualTo("Inconclusive: none of the 1 costs could be seen.");
        assertThat(DiagnosisText.sentence(new Diagnosis(subject, "", 1, null, List.of(unknown, not), List.of(), List.of())))
                .isEqualTo("Nothing found: it pays none of the 1 costs that could be seen; 1 is unknown.");
    }

    @Test
    void whatTheJdkDoesNotHaveIsNotCounted() {
        Finding none = new Finding("pinning", Verdict.NOT_HERE, null, List.of(), List.of(), List.of(), null, "", "", List.of());
        Finding unknown = new Finding("naming", Verdict.UNKNOWN, null, List.of(), List.of(), List.of(), null, "", "", List.of());
        Finding not = new Finding("text", Verdict.NOT_PAID, null, List.of(), List.of(), List.of(), null, "", "", List.of());
        DiagnosedJvm subject = new DiagnosedJvm("x", null, 0, "", 0);
        assertThat(DiagnosisText.sentence(new Diagnosis(subject, "", 1, null, List.of(none, not), List.of(), List.of())))
                .isEqualTo("Nothing found: it pays none of the 1 costs that its JDK has.");
        assertThat(DiagnosisText.sentence(new Diagnosis(subject, "", 1, null, List.of(none, unknown), List.of(), List.of())))
                .isEqualTo("Inconclusive: none of the 1 costs could be seen.");
    }

    @Test
    void nothingSteersTheTerminal() {
        String evil = "\u001b[2J\u0007\r\n\u202e\u009b31m";
        assertThat(DiagnosisText.of(Found.hostile(evil), Screen.NONE).replace("\n", ""))
                .doesNotContain("\u001b", "\u0007", "\r", "\u202e", "\u009b");
        assertThat(DiagnosisText.brief(Found.hostile(evil), Screen.NONE).replace("\n", "")).doesNotContain("\u001b", "\u202e");
        assertThat(DiagnosisText.of(Found.hostile(evil), Screen.NONE).lines()).hasSize(14);
    }

    @Test
    void coloursOnlyWhereTheyAreAskedFor() {
        assertThat(DiagnosisText.of(Found.two(), new Screen(Screen.UNLIMITED, true))).contains("\u001b[").contains("buffering");
        assertThat(DiagnosisText.of(Found.two(), Screen.NONE)).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void fitsTheTerminal(int width) {
        for (Diagnosis diagnosis : List.of(Found.two(), Found.hanging(), Found.none(), Found.recorded())) {
            Screen screen = new Screen(width, false);
            assertThat(DiagnosisText.of(diagnosis, screen).lines())
                    .allMatch(line -> line.length() <= width || line.startsWith("  slipstream "));
            assertThat(DiagnosisText.brief(diagnosis, screen).lines()).allMatch(line -> line.length() <= width);
            assertThat(DiagnosisText.of(diagnosis, screen).split("\\s+"))
                    .hasSameSizeAs(DiagnosisText.of(diagnosis, Screen.NONE).split("\\s+"));
        }
    }

    /** A command with a line break in it cannot be copied. */
    @Test
    void aCommandStaysWholeOnANarrowTerminal() {
        assertThat(DiagnosisText.of(Found.hanging(), new Screen(60, false))).contains("""
                Next steps:
                  # keeps the evidence: thread dumps, and this diagnosis
                  slipstream diagnose 4711 --keep evidence-4711
                  # frees the carriers, without a restart
                  slipstream attach 4711 --remedies pinning
                """);
    }

    @Test
    void figuresHaveTheirUnits() {
        assertThat(Figures.amount(new Amount("allocated", 12_345_678, "B/s"))).isEqualTo("allocated 12.3 MB/s");
        assertThat(Figures.amount(new Amount("blocked", 3.14159, "ms/s"))).isEqualTo("blocked 3.14 ms/s");
        assertThat(Figures.amount(new Amount("threads", 3, ""))).isEqualTo("threads 3");
        assertThat(Percent.of(0.004)).isEqualTo("0.4 %");
    }
}
