package dev.slipstream.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.testkit.SmallRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    private static final int STATE = 64;
    private static final int SIZE = 8;
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
        }, events -> {});
        return sleeps.get() + " " + missing;
    }

    private static void refuses(Path file, String why) {
        assertThatThrownBy(() -> Recordings.diagnose(List.of(file), events -> {})).isInstanceOf(UnreadableRecording.class)
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
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path file = write("cut.jfr", made(), new byte[50]);
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary, "-cp", System.getProperty("java.class.path"), Salvaging.class.getName(),
                file.toString())
                .redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("200 [lock, salvaged.jfr]");
        assertThat(temporary).isEmptyDirectory();
    }

    /** Prints what is in the temporary folder while a recording is read. */
    static final class Salvaging {
        private Salvaging() {}

        public static void main(String[] args) throws Exception {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            AtomicLong sleeps = new AtomicLong();
            TreeSet<String> files = new TreeSet<>();
            new RecordingReader(Path.of(args[0])).read(new RecordingReader.Reader() {
                @Override
                public void types(List<EventType> types) {
                    try (Stream<Path> found = Files.walk(temporary)) {
                        found.filter(Files::isRegularFile).forEach(each -> files.add(each.getFileName().toString()));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }

                @Override
                public boolean event(RecordedEvent event) {
                    sleeps.addAndGet(event.getEventType().getName().equals("jdk.ThreadSleep") ? 1 : 0);
                    return true;
                }
            }, events -> {});
            System.out.print(sleeps + " " + files);
        }
    }

    /** A file of a few hundred kilobytes on the disk that says it has a terabyte. */
    @Test
    void aHoleIsNeitherReadNorCopied() throws Exception {
        long terabyte = 1L << 40;
        byte[] made = made();
        byte[] huge = made.clone();
        ByteBuffer.wrap(huge).putLong(SIZE, terabyte);
        Path sparse = write("sparse.jfr", huge);
        long begin = System.nanoTime();
        for (byte[] second : List.of(new byte[0], Arrays.copyOf(made, 100))) {
            try (FileChannel channel = FileChannel.open(sparse, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[1]), terabyte - 1);
                channel.write(ByteBuffer.wrap(second), terabyte);
            }
            refuses(sparse, "MiB are empty");
        }
        assertThat(System.nanoTime() - begin).isLessThan(20_000_000_000L);
        // Zeros after the last chunk, as a file system leaves them after a crash, are no chunk.
        Path end = write("end.jfr", made);
        try (FileChannel channel = FileChannel.open(end, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), terabyte - 1);
        }
        assertThat(read(end))
                .isEqualTo("200 end.jfr is truncated: its last " + (terabyte - made.length) + " bytes could not be read.");
    }

    /** Neither as an interrupt of a channel that a file was read by, nor as the failure of the recording. */
    @Test
    void anInterruptIsOne() throws Exception {
        Path one = write("one.jfr", made());
        Path cut = write("cut.jfr", made(), new byte[50]);
        for (List<Path> files : List.of(List.of(one), List.of(cut), List.of(one, cut))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Recordings.diagnose(files, events -> {})).isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
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
        refuses(write("newer.jfr", newer),
                "its format, version 3, is newer than JDK " + Runtime.version().feature() + " can read");
        refuses(folder, "it is a folder");
        refuses(folder.resolve("none.jfr"), "it does not exist");
        refuses(Path.of("/dev/zero"), "it is not a regular file");
    }

    @Test
    void severalOfOneJvmAreOneDiagnosis() throws Exception {
        Path one = SmallRecording.make(folder.resolve("one.jfr"));
        Path two = SmallRecording.make(folder.resolve("two.jfr"));
        List<Diagnosis> found = Recordings.diagnose(List.of(two, one, one), events -> {});
        assertThat(found).extracting(diagnosis -> diagnosis.jvm().name()).containsExactly("one.jfr and 1 more");
        assertThat(Recordings.byJvm(List.of(two, one))).containsExactly(List.of(one, two));
    }

    @Test
    void ofDifferentJvmsEachIsOne() throws Exception {
        Path other = Path.of(System.getProperty("java.home"), "bin", "java");
        Path theirs = folder.resolve("theirs.jfr");
        Process process = new ProcessBuilder(other.toString(), "-XX:StartFlightRecording:filename=" + theirs, "-version")
                .redirectErrorStream(true).redirectOutput(folder.resolve("said.txt").toFile()).start();
        assertThat(process.waitFor()).as(Files.readString(folder.resolve("said.txt"))).isZero();
        List<Diagnosis> found =
                Recordings.diagnose(List.of(SmallRecording.make(folder.resolve("ours.jfr")), theirs), events -> {});
        assertThat(found).extracting(diagnosis -> diagnosis.jvm().name()).containsExactly("ours.jfr", "theirs.jfr");
    }
}
