package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of {@link Folders}. */
class FoldersTest {
    private static final int FILES = 200;
    private static final int ROUNDS = 100;

    @TempDir
    private Path folder;

    /** Recordings are rotated, and attach makes files for a moment, while their folder is searched. */
    @Test
    void passesOverFilesThatAreRemovedMeanwhile() throws Exception {
        Path stays = Files.createFile(Files.createDirectory(folder.resolve("within")).resolve("stays"));
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger rounds = new AtomicInteger();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            for (; !done.get(); rounds.incrementAndGet()) {
                for (int i = 0; i < FILES; i++) {
                    create(folder.resolve("short-lived " + i));
                }
                for (int i = 0; i < FILES; i++) {
                    folder.resolve("short-lived " + i).toFile().delete();
                }
            }
        });
        // On a busy machine the other thread may begin late.
        for (int i = 0; i < ROUNDS || (rounds.get() == 0 && !other.isDone()); i++) {
            assertThat(Folders.files(folder, file -> file.endsWith("stays"))).containsExactly(stays);
        }
        done.set(true);
        other.get();
        assertThat(rounds).hasPositiveValue();
        assertThat(Folders.files(folder.resolve("missing"), file -> true)).isEmpty();
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
