package dev.slipstream.it.buffering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.diagnose.buffering.SmallTransfers;
import dev.slipstream.diagnose.buffering.SmallTransfers.Site;
import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.profile.RecordedSettings;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;

/** Test of finding small reads and writes of files in flight recordings of every JDK. */
class SmallTransfersTest {
    private static final String PROGRAM = Programs.PACKAGE + "buffering.SmallPieces";

    @TempDir
    private Path folder;

    /** The transfers of a recording, and why some may be missing. */
    private record Found(List<Site> sites, List<String> caveats) {}

    private Found recorded(TestJdk jdk, String settings) throws Exception {
        Path recording = folder.resolve("recording.jfr");
        Ended ended = Programs.on(jdk).with("-XX:StartFlightRecording:filename=" + recording + "," + settings)
                .run(PROGRAM, folder.toString());
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        SmallTransfers found = new SmallTransfers();
        RecordedSettings recorded = new RecordedSettings();
        try (RecordingFile file = new RecordingFile(recording)) {
            recorded.metadata(FlightEvent.kinds(file.readEventTypes()));
            while (file.hasMoreEvents()) {
                FlightEvent event = new FlightEvent(file.readEvent());
                found.accept(event);
                recorded.accept(event);
            }
        }
        return new Found(found.sites(), SmallTransfers.caveats(recorded));
    }

    private static String asSettings(TestJdk jdk) {
        return RecordingSettings.burst(jdk.feature()).entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue().replace(" ", "")).collect(Collectors.joining(","));
    }

    @OnEveryJdk
    void allThatAreSmallAndNoOthers(TestJdk jdk) throws Exception {
        Found found = recorded(jdk, asSettings(jdk));
        assertThat(found.caveats()).isEmpty();
        assertThat(found.sites()).extracting(site -> site.method().replace(PROGRAM + ".", ""), Site::reads, Site::count,
                Site::bytes, Site::files, Site::sizes).containsExactly(
                        tuple("bytes", true, 400L, 400L, 1, Map.of(1, 400L)),
                        tuple("pieces", false, 300L, 6_000L, 1, Map.of(32, 300L)),
                        tuple("channel", false, 250L, 16_000L, 1, Map.of(64, 250L)),
                        tuple("anywhere", true, 200L, 200L, 1, Map.of(1, 200L)),
                        tuple("numbers", true, 120L, 120L, 1, Map.of(1, 120L)));
        assertThat(found.sites()).allSatisfy(site -> {
            assertThat(site.line()).isPositive();
            assertThat(site.time()).isPositive();
        });
    }

    /** Users must not conclude from an ordinary recording that there are none, hence the caveats. */
    @OnEveryJdk
    void anOrdinaryRecordingDoesNotShowThem(TestJdk jdk) throws Exception {
        Found found = recorded(jdk, "settings=default");
        assertThat(found.sites()).isEmpty();
        String limit = jdk.feature() < 25 ? "20 ms" : "1 ms";
        assertThat(found.caveats()).contains("jdk.FileRead was recorded only where it took " + limit + " or more",
                "jdk.FileWrite was recorded only where it took " + limit + " or more");
        assertThat(found.caveats()).filteredOn(caveat -> caveat.endsWith("up to a rate of 100/s"))
                .hasSize(jdk.feature() < 25 ? 0 : 2);
    }
}
