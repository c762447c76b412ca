package dev.slipstream.diagnose.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.threads.DumpTexts;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Recordings of a JVM that hangs have no pins, since none ends, but thread dumps. */
class RecordedHangTest {
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final long SETTINGS = 7;

    /** An event with texts only. */
    private record Text(String type, Instant start, String result) implements Event {
        @Override
        public Instant end() {
            return start;
        }

        @Override
        public boolean has(String field) {
            return field.equals("result");
        }

        @Override
        public long number(String field) {
            return SETTINGS;
        }

        @Override
        public double fraction(String field) {
            throw new IllegalArgumentException(field);
        }

        @Override
        public String text(String field) {
            return switch (field) {
                case "result" -> result;
                case "name" -> "enabled";
                default -> "true";
            };
        }

        @Override
        public Instant instant(String field) {
            throw new IllegalArgumentException(field);
        }

        @Override
        public Duration span(String field) {
            throw new IllegalArgumentException(field);
        }

        @Override
        public String className(String field) {
            return null;
        }

        @Override
        public EventThread thread() {
            return null;
        }

        @Override
        public EventThread thread(String field) {
            return null;
        }

        @Override
        public List<Frame> stack() {
            return List.of();
        }
    }

    private static Diagnosis recorded(int feature, Text... dumps) {
        Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm("app.jfr", null, feature, "", 2));
        diagnostician.metadata(List.of(new EventKind(SETTINGS, PinningDetector.PINNED, Set.of()),
                new EventKind(SETTINGS + 1, ThreadDump.EVENT, Set.of("result"))));
        diagnostician.accept(new Text("jdk.ActiveSetting", THEN, ""));
        for (Text dump : dumps) {
            diagnostician.accept(dump);
        }
        return diagnostician.diagnosis();
    }

    private static Text dump(String name, int second) throws Exception {
        return new Text(ThreadDump.EVENT, THEN.plusSeconds(second), DumpTexts.text(name + ".txt"));
    }

    private static Finding pinning(Diagnosis diagnosis) {
        return diagnosis.findings().get(0);
    }

    @Test
    void twoDumpsShowTheHang() throws Exception {
        Diagnosis diagnosis = recorded(25, dump("class-loading-25", 0), dump("class-loading-25", 5));
        assertThat(diagnosis.carriers().state()).isEqualTo(State.FULL);
        assertThat(diagnosis.carriers().heldSeconds()).isEqualTo(5);
        assertThat(pinning(diagnosis).verdict()).isEqualTo(Verdict.PAID);
        assertThat(pinning(diagnosis).sites()).anyMatch(site -> site.method().equals("ClassesBehindLock$Loader.findClass"));
    }

    @Test
    void theDumpsOfJdk21DoNotShowThePlace() throws Exception {
        Diagnosis diagnosis = recorded(21, dump("lost-lock-21", 0), dump("lost-lock-21", 5));
        assertThat(diagnosis.carriers().state()).isEqualTo(State.FULL);
        assertThat(pinning(diagnosis).verdict()).isEqualTo(Verdict.PAID);
        assertThat(pinning(diagnosis).sites()).isEmpty();
    }

    @Test
    void ofOneDumpNothingFollows() throws Exception {
        for (Text[] dumps : new Text[][] {{dump("lost-lock-21", 0)}, {dump("lost-lock-21", 0), dump("lost-lock-21", 1)}}) {
            Finding finding = pinning(recorded(21, dumps));
            assertThat(finding.verdict()).isEqualTo(Verdict.UNKNOWN);
            assertThat(finding.caveats()).singleElement().asString().contains("run jcmd PID JFR.dump twice, 5 s apart");
        }
    }

    @Test
    void withoutADumpAHangWouldNotShow() {
        Finding finding = pinning(recorded(21));
        assertThat(finding.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(finding.caveats()).singleElement().asString().contains(ThreadDump.EVENT);
    }

    @Test
    void dumpsWithoutAVirtualThreadShowThatThereIsNoHang() throws Exception {
        Diagnosis diagnosis = recorded(21, dump("threads-21", 0), dump("threads-21", 5));
        assertThat(diagnosis.carriers().state()).isEqualTo(State.FREE);
        assertThat(pinning(diagnosis).verdict()).isEqualTo(Verdict.NOT_PAID);
    }

    @Test
    void whatIsNoDumpIsNone() {
        Finding finding = pinning(recorded(21, new Text(ThreadDump.EVENT, THEN, "nothing"),
                new Text(ThreadDump.EVENT, THEN.plusSeconds(5), "nothing")));
        assertThat(finding.verdict()).isEqualTo(Verdict.UNKNOWN);
    }
}
