package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotStartedTest {
    @TempDir
    private Path folder;

    @Test
    void namesWhatIsMissing() {
        assertThat(NotStarted.of("nosuchprogram", new IOException("x"), folder.toString()))
                .isEqualTo(new NotStarted(true, "nosuchprogram is not on the PATH"));
        assertThat(NotStarted.of(folder + "/none", new IOException("x"), ""))
                .isEqualTo(new NotStarted(true, folder + "/none does not exist"));
    }

    /** The two are the messages of JDK 17 and 25. */
    @Test
    void saysTheSystemsReasonInPlainWords() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        for (String message : new String[] {"Cannot run program \"" + file + "\": error=13, Permission denied",
            "Cannot run program \"" + file + "\": Exec failed, error: 13 (Permission denied)"}) {
            assertThat(NotStarted.of(file.toString(), new IOException(message), ""))
                    .isEqualTo(new NotStarted(false, file + " cannot be started: Permission denied"));
        }
        assertThat(NotStarted.of("file", new IOException("why"), "/none:" + folder).why())
                .isEqualTo("file cannot be started: why");
    }

    @Test
    void thisJdkSaysItAsExpected() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        IOException failure = catchThrowableOfType(IOException.class,
                () -> new ProcessBuilder(file.toString()).start());
        assertThat(NotStarted.of(file.toString(), failure, "").why()).isEqualTo(file + " cannot be started: Permission denied");
    }
}
