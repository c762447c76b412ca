package dev.slipstream.diagnose.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {
    private static final long OLD_SECONDS = 90;
    private static final TemporaryFolder.Listener UNWATCHED = new TemporaryFolder.Listener() {};

    @TempDir
    private Path temporary;

    private final List<Process> started = new ArrayList<>();

    /** Makes a temporary folder with a file in it, prints its path, and waits. */
    static final class Holding {
        private Holding() {}

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

    private Path empty(String name) throws IOException {
        return Files.createDirectory(temporary.resolve(name), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
    }

    /** Makes a folder as a process that was killed leaves it. */
    private Path left(String name, String permissions) throws IOException {
        Path folder = empty(name);
        Files.createDirectories(folder.resolve("jdk/lib"));
        Files.createFile(folder.resolve("lock"));
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    }

    private static Path aged(Path folder) throws IOException {
        return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(OLD_SECONDS)));
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
        Path half = aged(empty("slipstream-reading2"));
        Path link = Files.createSymbolicLink(temporary.resolve("slipstream-reading3"), elsewhere);
        Path begun = empty("slipstream-reading4");
        Path old = empty("slipstream-reading5");
        Files.createFile(old.resolve("lock.new"));
        aged(old);
        assertThat(killed).exists();
        Path next = hold();
        assertThat(List.of(killed, half, old)).noneMatch(Files::exists);
        assertThat(List.of(lives, lives.resolve("salvaged.jfr"), next, begun, elsewhere, link)).allMatch(Files::exists);
        started.get(2).getOutputStream().close();
        assertThat(started.get(2).waitFor()).isZero();
        assertThat(next).doesNotExist();
    }

    /** A folder that others could change, or that could not be locked, may be in use. */
    @Test
    void onlyFoldersOfTheDeadAreDeleted() throws IOException {
        Path dead = left("work-1", "rwx------");
        Path notAlone = left("work-2", "rwxrwx---");
        Path otherName = left("other-3", "rwx------");
        Path unlocked = left("work-4", "rwx------");
        Files.delete(unlocked.resolve("lock"));
        aged(unlocked);
        Path link = Files.createSymbolicLink(temporary.resolve("work-5"), otherName);
        List<Path> deleted = new ArrayList<>();
        TemporaryFolder.Listener watcher = new TemporaryFolder.Listener() {
            @Override
            public void deleted(Path folder) {
                deleted.add(folder);
            }
        };
        try (TemporaryFolder living = new TemporaryFolder(temporary, "work-", watcher)) {
            assertThat(dead).doesNotExist();
            Path path;
            try (TemporaryFolder next = new TemporaryFolder(temporary, "work-", UNWATCHED)) {
                path = next.path();
                assertThat(living.path()).exists();
                assertThat(path).exists();
            }
            assertThat(path).doesNotExist();
            assertThat(living.path()).exists();
        }
        assertThat(deleted).containsExactly(dead);
        assertThat(temporary).isDirectoryNotContaining(file -> !List.of(notAlone, otherName, unlocked, link).contains(file));
        assertThat(otherName.resolve("lock")).exists();
    }

    /** The lock is that of the process: a second folder in it must not lose the first one's. */
    @Test
    void aSecondFolderOfTheProcessLeavesTheFirstLocked() throws Exception {
        Path second = hold();
        try (TemporaryFolder mine = new TemporaryFolder(temporary, "slipstream-reading", UNWATCHED);
                TemporaryFolder another = new TemporaryFolder(temporary, "slipstream-reading", UNWATCHED)) {
            Path third = hold();
            assertThat(List.of(mine.path(), another.path(), second, third)).allMatch(Files::exists);
        }
    }

    @Test
    void tellsOfLittleRoom() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); TemporaryFolder another = new TemporaryFolder()) {
            assertThat(folder.lacksRoom(0)).isEmpty();
            assertThat(folder.lacksRoom(1L << 60).get())
                    .startsWith("takes 1099511627776 MiB in " + folder.path().getParent() + ", where ").endsWith(" MiB are free");
            assertThat(another.path()).exists();
        }
    }
}
