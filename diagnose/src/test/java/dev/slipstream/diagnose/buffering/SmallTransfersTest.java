package dev.slipstream.diagnose.buffering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.buffering.SmallTransfers.Site;
import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.profile.RecordedSettings;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of this JVM; those of every JDK are another test's. */
class SmallTransfersTest {
    private static final int PIECES = 100;

    @TempDir
    private Path folder;

    /** The transfers of a recording, and why some may be missing. */
    private record Found(List<Site> sites, List<String> caveats) {}

    private Found recorded(int pieces, Consumer<Recording> settings) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[10 * PIECES]);
        Path target = folder.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ActiveSetting");
            settings.accept(recording);
            recording.start();
            try (InputStream in = new FileInputStream(file.toFile())) {
                for (int i = 0; i < pieces; i++) {
                    assertThat(in.read(new byte[5])).isEqualTo(5);
                }
            }
            recording.stop();
            recording.dump(target);
        }
        SmallTransfers found = new SmallTransfers();
        RecordedSettings recorded = new RecordedSettings();
        try (RecordingFile read = new RecordingFile(target)) {
            recorded.metadata(FlightEvent.kinds(read.readEventTypes()));
            while (read.hasMoreEvents()) {
                FlightEvent event = new FlightEvent(read.readEvent());
                found.accept(event);
                recorded.accept(event);
            }
        }
        return new Found(found.sites(), SmallTransfers.caveats(recorded));
    }

    private static void all(Recording recording) {
        for (String event : new String[] {"jdk.FileRead", "jdk.FileWrite"}) {
            recording.enable(event).withThreshold(Duration.ZERO).withStackTrace().with("throttle", "off");
        }
    }

    @Test
    void aHundredSmallReads() throws Exception {
        Found found = recorded(PIECES, SmallTransfersTest::all);
        assertThat(found.caveats()).isEmpty();
        assertThat(found.sites()).singleElement().satisfies(site -> {
            assertThat(site.method()).isEqualTo(SmallTransfersTest.class.getName() + ".recorded");
            assertThat(site.count()).isEqualTo(PIECES);
            assertThat(site.bytes()).isEqualTo(5 * PIECES);
            assertThat(site.sizes()).containsOnlyKeys(8);
        });
    }

    @Test
    void fewAreOfNoConcern() throws Exception {
        Found found = recorded(PIECES - 1, SmallTransfersTest::all);
        assertThat(found.sites()).isEmpty();
        assertThat(found.caveats()).isEmpty();
    }

    @Test
    void whatWasNotRecorded() throws Exception {
        assertThat(recorded(1, recording -> {}).caveats())
                .containsExactly("jdk.FileRead was not recorded", "jdk.FileWrite was not recorded");
        assertThat(recorded(1, recording -> {
            all(recording);
            recording.enable("jdk.FileRead").withoutStackTrace().with("threshold", "3 ms").with("throttle", "7/s");
        }).caveats()).containsExactlyInAnyOrder("jdk.FileRead was recorded only where it took 3 ms or more",
                "jdk.FileRead was recorded without stack traces", "jdk.FileRead was recorded up to a rate of 7/s");
        assertThat(recorded(1, recording -> {
            all(recording);
            recording.disable("jdk.ActiveSetting");
        }).caveats()).containsExactly("it is not known whether jdk.FileRead was recorded",
                "it is not known whether jdk.FileWrite was recorded");
    }
}
