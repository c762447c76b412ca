package dev.slipstream.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {
    private static final long OLD_SECONDS = 90;

    @TempDir
    private Path temporary;

    private final List<Process> started = new ArrayList<>();

    /** Makes a temporary folder with a file in it, prints its path, and waits. */
    static final class Holding {
        private Holding() {
        }

        public static void main(String[] args) throws Exception {
            try (TemporaryFolder folder = new TemporaryFolder()) {
                Files.writeString(folder.path().resolve("salvaged.jfr"), "x");
                System.out.println(folder.path());
                assertThat(System.in.read()).isNegative();
            }
        }
    }

    /** Starts a process that holds a folder, and returns the folder. */
    private Path hold() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary, "-cp", System.getProperty("java.class.path"), Holding.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        started.add(process);
        return Path.of(process.inputReader(StandardCharsets.UTF_8).readLine());
    }

    @AfterEach
    void end() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @Test
    void thoseOfKilledProcessesAreDeleted() throws Exception {
        Path killed = hold();
        Path lives = hold();
        started.get(0).destroyForcibly().onExit().join();
        Path inside = Files.createDirectory(killed.resolve("slipstream-reading1"));
        Files.writeString(inside.resolve("salvaged.jfr"), "x");
        Path elsewhere = Files.writeString(temporary.resolve("elsewhere"), "stays");
        Files.createSymbolicLink(killed.resolve("link"), elsewhere);
        Path half = Files.createDirectory(temporary.resolve("slipstream-reading2"));
        Path link = Files.createSymbolicLink(temporary.resolve("slipstream-reading3"), elsewhere);
        Path begun = Files.createDirectory(temporary.resolve("slipstream-new4"));
        Path old = Files.createDirectory(temporary.resolve("slipstream-new5"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(OLD_SECONDS)));
        assertThat(killed).exists();
        Path next = hold();
        assertThat(List.of(killed, half, old)).noneMatch(Files::exists);
        assertThat(List.of(lives, lives.resolve("salvaged.jfr"), next, begun, elsewhere, link)).allMatch(Files::exists);
        started.get(2).getOutputStream().close();
        assertThat(started.get(2).waitFor()).isZero();
        assertThat(next).doesNotExist();
    }

    @Test
    void tellsOfLittleRoom() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); TemporaryFolder another = new TemporaryFolder()) {
            assertThat(folder.lacksRoom(0)).isEmpty();
            assertThat(folder.lacksRoom(1L << 60).get()).startsWith("takes 1099511627776 MiB in " + folder.path().getParent() + ", where ")
                    .endsWith(" MiB are free");
            assertThat(another.path()).exists();
        }
    }
}
