package dev.slipstream.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A detector declares each event that it reads: no recording of a diagnosis would have another. */
class DeclaredEventsTest {
    private static final Pattern EVENT = Pattern.compile("jdk\\.[A-Z]\\w+");
    private static final int OLDEST = 17;
    private static final int NEWEST = 28;

    /** Returns the names of events in the constants of a detector's package. */
    private static Set<String> read(String remedy) throws IOException {
        Set<String> read = new TreeSet<>();
        Path classes = ForkedJvm.ROOT.resolve("diagnose/target/classes/dev/slipstream/diagnose").resolve(remedy);
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                EVENT.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).results().map(MatchResult::group)
                        .forEach(read::add);
            }
        }
        return read;
    }

    @Test
    void areThoseThatDetectorsRead() throws IOException {
        // With the one that only others record.
        Set<String> declared = new TreeSet<>(RecordingSettings.events());
        IntStream.rangeClosed(OLDEST, NEWEST)
                .forEach(feature -> Stream.of(RecordingSettings.started(feature), RecordingSettings.burst(feature))
                        .flatMap(settings -> settings.keySet().stream()).map(key -> key.substring(0, key.indexOf('#')))
                        .forEach(declared::add));
        List<String> remedies = Detectors.all().stream().map(detector -> detector.remedy()).toList();
        assertThat(remedies).hasSizeGreaterThan(5);
        for (String remedy : remedies) {
            assertThat(declared).as(remedy).containsAll(read(remedy));
        }
        assertThat(read("pinning")).contains("jdk.VirtualThreadPinned");
    }
}
