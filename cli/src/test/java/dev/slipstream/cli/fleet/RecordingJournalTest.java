package dev.slipstream.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.fleet.Analysed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingJournalTest {
    @TempDir
    private Path folder;

    private Path file;
    private Path recording;

    @BeforeEach
    void makeARecording() throws Exception {
        file = folder.resolve("analysed.ndjson");
        recording = Files.writeString(folder.resolve("one.jfr"), "x");
    }

    private RecordingJournal journal() throws Exception {
        return new RecordingJournal(file, "1", List.of());
    }

    private void add(Analysed analysed) throws Exception {
        RecordingJournal journal = journal();
        journal.begin(List.of(recording));
        journal.add(RecordingJournal.Entry.of(recording), analysed);
    }

    @Test
    void aDamagedRecordingIsNotReadAgain() throws Exception {
        add(Analysed.failed(RecordingFiles.name(recording), "it is empty", false));
        assertThat(journal().begin(List.of(recording))).isEmpty();
    }

    /** A time limit, a full folder, a JVM that ended: the next run may be luckier. */
    @Test
    void aFailureOfTheMachineIsTriedAgain() throws Exception {
        add(Analysed.failed(RecordingFiles.name(recording), "reading it ended the JVM with exit code 137", true));
        assertThat(journal().begin(List.of(recording))).containsExactly(recording);
        assertThat(file).isEmptyFile();
    }

    @Test
    void anEntryThatIsNoneIsAnalysedAgain() throws Exception {
        add(Analysed.failed(RecordingFiles.name(recording), "größe", false));
        byte[] line = Files.readAllBytes(file);
        for (String other : List.of("", "\n", "null", "7", "{}", "[0.001s][warning] large pages\n")) {
            Files.writeString(file, other);
            assertThat(journal().begin(List.of(recording))).as(other).containsExactly(recording);
        }
        // Also within a character, as when the disk was full.
        for (int length = 1; length < line.length - 1; length++) {
            Files.write(file, Arrays.copyOf(line, length));
            assertThat(journal().begin(List.of(recording))).containsExactly(recording);
        }
        Files.write(file, line);
        Files.write(file, Arrays.copyOf(line, line.length / 2), StandardOpenOption.APPEND);
        assertThat(journal().begin(List.of(recording))).isEmpty();
        assertThat(file).hasBinaryContent(line);
    }

    @Test
    void aRecordingMayBeRemovedMeanwhile() throws Exception {
        Path gone = folder.resolve("gone.jfr");
        RecordingJournal journal = journal();
        assertThat(journal.begin(List.of(gone, recording))).containsExactly(gone, recording);
        assertThat(RecordingJournal.Entry.of(gone)).isEqualTo(new RecordingJournal.Entry(gone.toString(), -1, -1));
    }
}
