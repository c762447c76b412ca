package dev.slipstream.it.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding.Saved;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Test that a remedy saves what a diagnosis without it promises: of processor time, or of allocated bytes, for a piece of work.
 * Programs with and without the remedy alternate; each pair gives one outcome.
 */
@Tag("long")
@Isolated("processor time is measured")
@OnStockOnly("a baked JDK has the remedies; the pairs begin without them")
class PromiseTest {
    private static final Pattern BURST = Pattern.compile("burst=(\\S+) (\\S+)");
    private static final Pattern UNIT = Pattern.compile("unit=(\\S+) part=(\\S+)");
    private static final int PAIRS = 4;
    private static final int MILLIS = 4_000;
    private static final int MILLIS_FOR_DIAGNOSIS = 12_000;
    private static final double FIFTH = 0.2;

    @TempDir
    private Path folder;

    /**
     * The time and memory of a piece of work.
     *
     * @param unit nanoseconds or bytes
     * @param part the part of all that such pieces take
     */
    private record Took(double unit, double part) {}

    private Took took(ForkedJvm jvm, String program, int millis, List<String> more, Diagnostician diagnostician)
            throws Exception {
        Path recording = folder.resolve("recording.jfr");
        List<String> arguments = new ArrayList<>(List.of(recording.toString(), Integer.toString(millis)));
        arguments.addAll(more);
        try (Running running = jvm.start(Programs.PACKAGE + program, arguments.toArray(String[]::new))) {
            running.waitUntil("the result", () -> UNIT.matcher(running.out()).find());
            String out = running.out();
            if (diagnostician != null) {
                Matcher bursts = BURST.matcher(out);
                while (bursts.find()) {
                    diagnostician.burst(Instant.parse(bursts.group(1)), Instant.parse(bursts.group(2)));
                }
                try (RecordingFile file = new RecordingFile(recording)) {
                    diagnostician.metadata(FlightEvent.kinds(file.readEventTypes()));
                    while (file.hasMoreEvents()) {
                        diagnostician.accept(new FlightEvent(file.readEvent()));
                    }
                }
            }
            Matcher unit = UNIT.matcher(out);
            assertThat(unit.find()).isTrue();
            return new Took(Double.parseDouble(unit.group(1)), Double.parseDouble(unit.group(2)));
        }
    }

    private void keepsItsPromise(String remedy, TestJdk jdk, String program, int millis, String... options) throws Exception {
        List<String> settings = new ArrayList<>();
        RecordingSettings.steady(jdk.feature()).forEach((name, value) -> settings.add(name + "=" + value));
        RecordingSettings.burst(jdk.feature()).forEach((name, value) -> settings.add("burst:" + name + "=" + value));
        Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm(program, null, jdk.feature(), "", 0));
        took(Programs.on(jdk).with(options), program, millis, settings, diagnostician);
        Diagnosis diagnosis = diagnostician.diagnosisHere(() -> {});
        List<Double> outcomes = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            Took without = took(Programs.on(jdk).with(options), program, MILLIS, List.of(), null);
            Took with = took(Programs.on(jdk).with(options).withAgent(remedy + ",quiet"), program, MILLIS, List.of(), null);
            outcomes.add(without.part * (1 - with.unit / without.unit));
        }
        Saved promised = diagnosis.findings().stream().filter(finding -> finding.remedy().equals(remedy)).findFirst()
                .orElseThrow().saved();
        String said = "promised " + promised + ", saved " + outcomes + ": " + diagnosis;
        System.out.println(jdk + ", " + program + ": " + said);
        assertThat(promised).as(said).isNotNull();
        double middle = (promised.least() + promised.most()) / 2;
        assertThat(promised.most() - middle).as(said).isLessThanOrEqualTo(FIFTH * middle + 1e-9);
        assertThat(Collections.max(outcomes)).as(said).isGreaterThanOrEqualTo(promised.least());
        assertThat(Collections.min(outcomes)).as(said).isLessThanOrEqualTo(promised.most());
    }

    @OnEveryJdk(from = 21, to = 25)
    void buffering(TestJdk jdk) throws Exception {
        keepsItsPromise("buffering", jdk, "buffering.PaysBuffering", MILLIS_FOR_DIAGNOSIS);
    }

    @OnEveryJdk(from = 21, to = 25)
    void naming(TestJdk jdk) throws Exception {
        keepsItsPromise("naming", jdk, "naming.PaysNaming", 2 * MILLIS_FOR_DIAGNOSIS);
    }

    @OnEveryJdk(from = 21, to = 25)
    void text(TestJdk jdk) throws Exception {
        keepsItsPromise("text", jdk, "text.PaysText", MILLIS_FOR_DIAGNOSIS);
    }

    @OnEveryJdk(from = 21, to = 25)
    void arenas(TestJdk jdk) throws Exception {
        keepsItsPromise("arenas", jdk, "arenas.PaysArenas", MILLIS_FOR_DIAGNOSIS,
                "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED");
    }
}
