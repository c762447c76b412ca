package dev.slipstream.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.testkit.SmallRecording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    private static final int STATE = 64;
    private static final int MAJOR = 5;

    @TempDir
    private Path folder;

    private Path write(String name, byte[]... parts) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        Files.createFile(file);
        for (byte[] part : parts) {
            Files.write(file, part, StandardOpenOption.APPEND);
        }
        return file;
    }

    private byte[] made() throws IOException {
        return Files.readAllBytes(SmallRecording.make(folder.resolve("made.jfr")));
    }

    /** How many events there are, and what is missing. */
    private static String read(Path file) throws IOException, InterruptedException {
        AtomicLong sleeps = new AtomicLong();
        String missing = new RecordingReader(file).read(new RecordingReader.Reader() {
            @Override
            public void types(List<EventType> types) {
                assertThat(types).isNotEmpty();
            }

            @Override
            public boolean event(RecordedEvent event) {
                sleeps.addAndGet(event.getEventType().getName().equals("jdk.ThreadSleep") ? 1 : 0);
                return true;
            }
        }, events -> { });
        return sleeps.get() + " " + missing;
    }

    private static void refuses(Path file, String why) {
        assertThatThrownBy(() -> Recordings.diagnose(List.of(file), events -> { })).isInstanceOf(UnreadableRecording.class)
                .hasMessageStartingWith(file + " cannot be read").hasMessageContaining(why);
    }

    @Test
    void readsAWholeOne() throws Exception {
        assertThat(read(write("whole.jfr", made()))).isEqualTo("200 ");
    }

    @Test
    void usesWhatIsWholeOfOneThatIsCutOff() throws Exception {
        byte[] made = made();
        for (int rest : new int[] {1, 40, 68, made.length / 2, made.length - 1}) {
            assertThat(read(write("cut.jfr", made, Arrays.copyOf(made, rest))))
                    .isEqualTo("200 cut.jfr is truncated: its last " + rest + " bytes could not be read.");
        }
        assertThat(read(write("zeros.jfr", made, new byte[100]))).startsWith("200 zeros.jfr is truncated");
    }

    @Test
    void usesWhatAKilledJvmHasWritten() throws Exception {
        byte[] made = made();
        made[STATE] = 1;
        assertThat(read(write("killed.jfr", made))).isEqualTo("200 killed.jfr is truncated: the last events may be missing.");
        assertThat(read(write("more.jfr", made, new byte[10]))).startsWith("200 more.jfr is truncated: its last 10 bytes");
    }

    @Test
    void leavesNoCopyBehind() throws Exception {
        read(write("cut.jfr", made(), new byte[50]));
        try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("slipstream-recording"));
        }
    }

    @Test
    void refusesWhatIsNone() throws Exception {
        byte[] made = made();
        refuses(write("empty.jfr"), "it is empty");
        refuses(write("half.jfr", Arrays.copyOf(made, made.length / 2)), "it is truncated or damaged");
        refuses(write("few.jfr", Arrays.copyOf(made, 10)), "it is not a flight recording");
        refuses(write("text.jfr", "x".repeat(1_000).getBytes(StandardCharsets.UTF_8)), "it is not a flight recording");
        byte[] newer = made.clone();
        newer[MAJOR] = 3;
        refuses(write("newer.jfr", newer), "its format, version 3, is newer than JDK " + Runtime.version().feature() + " can read");
        refuses(folder, "it is a folder");
        refuses(folder.resolve("none.jfr"), "it does not exist");
        refuses(Path.of("/dev/zero"), "it is not a regular file");
    }

    @Test
    void severalOfOneJvmAreOneDiagnosis() throws Exception {
        Path one = SmallRecording.make(folder.resolve("one.jfr"));
        Path two = SmallRecording.make(folder.resolve("two.jfr"));
        List<Diagnosis> found = Recordings.diagnose(List.of(two, one, one), events -> { });
        assertThat(found).extracting(diagnosis -> diagnosis.subject().name()).containsExactly("one.jfr and 1 more");
        assertThat(Recordings.byJvm(List.of(two, one))).containsExactly(List.of(one, two));
    }

    @Test
    void ofDifferentJvmsEachIsOne() throws Exception {
        Path other = Path.of(System.getProperty("java.home"), "bin", "java");
        Path theirs = folder.resolve("theirs.jfr");
        Process process = new ProcessBuilder(other.toString(), "-XX:StartFlightRecording:filename=" + theirs, "-version")
                .redirectErrorStream(true).redirectOutput(folder.resolve("said.txt").toFile()).start();
        assertThat(process.waitFor()).as(Files.readString(folder.resolve("said.txt"))).isZero();
        List<Diagnosis> found = Recordings.diagnose(List.of(SmallRecording.make(folder.resolve("ours.jfr")), theirs), events -> { });
        assertThat(found).extracting(diagnosis -> diagnosis.subject().name()).containsExactly("ours.jfr", "theirs.jfr");
    }
}
