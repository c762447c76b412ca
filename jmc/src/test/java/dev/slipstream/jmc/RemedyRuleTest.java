package dev.slipstream.jmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultProvider;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.report.html.JfrHtmlRulesReport;

/** The rules in Mission Control's own engine, without its window, on a recording of this JVM. */
class RemedyRuleTest {
    private static final int FEATURE = Runtime.version().feature();
    private static final long NANOS = 6_000_000_000L;

    /**
     * More than processors: the recorder looks at a thread, and looks again when it has stopped it. Both are hardly ever in Java if the
     * thread runs all the time, on a processor of its own.
     */
    private static final int RENAMERS = 2 * Runtime.getRuntime().availableProcessors();
    private static final int PINS = 40;
    private static final long PIN = 20_000_000;

    @TempDir
    private static Path folder;

    private static Path recording;
    private static IItemCollection items;
    private static volatile int sink;

    @BeforeAll
    static void record() throws Exception {
        recording = folder.resolve("app.jfr");
        try (Recording flight = new Recording()) {
            flight.setSettings(RecordingSettings.steady(FEATURE));
            flight.enable("jdk.JVMInformation");
            flight.start();
            List<Thread> threads = new ArrayList<>(List.of(new Thread(RemedyRuleTest::build, "builds")));
            for (int i = 0; i < RENAMERS; i++) {
                threads.add(new Thread(RemedyRuleTest::rename, "renames"));
            }
            threads.forEach(Thread::start);
            Thread.ofVirtual().name("order-1").start(RemedyRuleTest::pin).join();
            for (Thread each : threads) {
                each.join();
            }
            flight.stop();
            flight.dump(recording);
        }
        items = JfrLoaderToolkit.loadEvents(recording.toFile());
    }

    private static void rename() {
        long end = System.nanoTime() + NANOS;
        for (int i = 0; System.nanoTime() < end; i++) {
            Thread.currentThread().setName("select * from t" + (i & 63));
        }
    }

    private static void build() {
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() < end) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                text.append((char) ('a' + i % 26));
            }
            sink += text.length();
        }
    }

    /** A class initialiser pins on each JDK: its frame is native. */
    private static void pin() {
        List.of(1).forEach(one -> Initialiser.touch());
    }

    /** Parks while it is initialised. */
    private static final class Initialiser {
        static {
            for (int i = 0; i < PINS; i++) {
                LockSupport.parkNanos(PIN);
            }
        }

        static void touch() {
            // Initialises the class.
        }
    }

    private static Map<String, Finding> byRemedy(Diagnosis diagnosis) {
        return diagnosis.findings().stream().collect(Collectors.toMap(Finding::remedy, each -> each, (a, b) -> a, TreeMap::new));
    }

    /** In the order of time, as the rules have it: which report of a thread's processor time comes first matters a little. */
    private static Diagnosis diagnosisOfTheJdk() throws Exception {
        Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm("", null, 0, "", 0));
        try (RecordingFile file = new RecordingFile(recording)) {
            diagnostician.metadata(FlightEvent.kinds(file.readEventTypes()));
        }
        RecordingFile.readAllEvents(recording).stream().map(FlightEvent::new).sorted(Comparator.comparing(FlightEvent::end))
                .forEach(diagnostician::accept);
        return diagnostician.diagnosis();
    }

    /** All that the detectors ask of an event comes out as the JDK's own parser has it. */
    @Test
    void diagnosesAsTheJdksParserDoes() throws Exception {
        Map<String, Finding> expected = byRemedy(diagnosisOfTheJdk());
        Map<String, Finding> found = byRemedy(MissionControlEvents.diagnose(items));
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        assertThat(expected.get("naming").verdict()).as("%s", expected.get("naming")).isEqualTo(Finding.Verdict.PAID);
        assertThat(expected.get("text").verdict()).isEqualTo(Finding.Verdict.PAID);
        assertThat(expected.get("pinning").verdict()).isEqualTo(Finding.Verdict.PAID);
        expected.forEach((remedy, finding) -> {
            Finding other = found.get(remedy);
            assertThat(other.verdict()).as(remedy).isEqualTo(finding.verdict());
            assertThat(other.caveats()).as(remedy).isEqualTo(finding.caveats());
            assertThat(other.sites().stream().map(site -> site.method() + ":" + site.line() + " " + site.count() + site.detail()))
                    .as(remedy).containsExactlyElementsOf(finding.sites().stream()
                            .map(site -> site.method() + ":" + site.line() + " " + site.count() + site.detail()).toList());
            if (finding.share() != null) {
                assertThat(other.share().of()).isEqualTo(finding.share().of());
                assertThat(other.share().value()).as(remedy).isCloseTo(finding.share().value(), within(1e-3));
            }
        });
    }

    private static Map<String, IResult> evaluate() throws Exception {
        Map<String, IResult> results = new TreeMap<>();
        for (IRule rule : RuleRegistry.getRules()) {
            if (rule.getId().startsWith("dev.slipstream.")) {
                var evaluation = rule.createEvaluation(items, IPreferenceValueProvider.DEFAULT_VALUES, new ResultProvider());
                evaluation.run();
                results.put(rule.getId().substring("dev.slipstream.".length()), evaluation.get());
            }
        }
        return results;
    }

    @Test
    void missionControlFindsARuleForEachRemedy() throws Exception {
        Map<String, IResult> results = evaluate();
        Diagnosis diagnosis = new Diagnostician(new DiagnosedJvm("", null, 0, "", 0)).diagnosis();
        assertThat(results.keySet()).isEqualTo(byRemedy(diagnosis).keySet());
        IResult naming = results.get("naming");
        assertThat(naming.getSeverity()).isEqualTo(Severity.WARNING);
        assertThat(naming.getSummary()).matches("[0-9.]+ % \\([0-9.]+ to [0-9.]+ %\\) of the processor time\\.");
        assertThat(naming.getExplanation()).contains("100.0 % in dev.slipstream.jmc.RemedyRuleTest.rename:");
        assertThat(naming.getSolution()).startsWith("java -javaagent:slipstream.jar=naming removes it. ");
        // On a busy machine a recording may have too few samples to tell.
        Finding arenas = byRemedy(MissionControlEvents.diagnose(items)).get("arenas");
        assertThat(arenas.verdict()).isIn(Finding.Verdict.NOT_PAID, Finding.Verdict.UNKNOWN);
        assertThat(results.get("arenas").getSeverity())
                .isEqualTo(arenas.verdict() == Finding.Verdict.NOT_PAID ? Severity.OK : Severity.NA);
        assertThat(results.get("arenas").getSummary()).contains(arenas.much());
        assertThat(results.get("priority").getSeverity()).isEqualTo(Severity.NA);
        assertThat(results.get("priority").getSummary()).isNotEmpty();
    }

    /** As Cryostat and others make it. */
    @Test
    void theReportHasThem() throws Exception {
        String report = JfrHtmlRulesReport.createReport(recording.toFile());
        assertThat(report).contains("Threads that rename themselves", "of the processor time", "Pinned virtual threads");
    }
}
