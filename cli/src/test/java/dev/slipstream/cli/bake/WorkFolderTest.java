package dev.slipstream.cli.bake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of which folders of other bakes are removed. */
class WorkFolderTest {
    @TempDir
    private Path parent;

    /** Makes a folder as a bake that was killed leaves it. */
    private Path left(String name, String permissions) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(name).resolve("jdk/lib")).getParent().getParent();
        Files.createFile(folder.resolve("lock"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
        return folder;
    }

    @Test
    void removesOnlyFoldersOfTheDead() throws IOException {
        Path dead = left(".slipstream-bake-1", "rwx------");
        Path notAlone = left(".slipstream-bake-2", "rwxrwx---");
        Path otherName = left(".slipstream-3", "rwx------");
        Path unlocked = left(".slipstream-bake-4", "rwx------");
        Files.delete(unlocked.resolve("lock"));
        Path link = Files.createSymbolicLink(parent.resolve(".slipstream-bake-5"), otherName);
        try (WorkFolder living = WorkFolder.in(parent)) {
            assertThat(dead).doesNotExist();
            Path path;
            try (WorkFolder next = WorkFolder.in(parent)) {
                path = next.path();
                assertThat(living.path()).exists();
                assertThat(path).exists();
            }
            assertThat(path).doesNotExist();
            assertThat(living.path()).exists();
        }
        assertThat(parent).isDirectoryNotContaining(file -> !List.of(notAlone, otherName, unlocked, link).contains(file));
        assertThat(otherName.resolve("lock")).exists();
    }
}
