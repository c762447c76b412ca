package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ProcessFolderTest {
    private static final int READS = 3_000;

    @TempDir
    private Path folder;

    private volatile boolean ended;

    /** The process swaps the file for a pipe and back, at any time. */
    @Test
    @Timeout(120)
    void aPipeInTheFilesPlaceDoesNotBlock() throws Exception {
        Path file = Files.writeString(folder.resolve("a file"), "content");
        Path pipe = folder.resolve("a pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        place(file);
        Thread swapper = new Thread(() -> {
            while (!ended) {
                place(pipe);
                place(file);
            }
        });
        ProcOfTests tests = new ProcOfTests(folder.resolve("proc"));
        tests.jvm(ProcOfTests.OF_USER);
        int read = 0;
        swapper.start();
        try (ProcessFolder open = ProcessFolder.open(tests.process(), folder.toString())) {
            for (int i = 0; i < READS; i++) {
                try {
                    assertThat(open.read("list", 100)).isEqualTo("content");
                    read++;
                } catch (IOException e) {
                    assertThat(e.getMessage()).containsAnyOf("is no file", "has changed");
                }
            }
        } finally {
            ended = true;
            swapper.join();
        }
        assertThat(read).isBetween(1, READS - 1);
    }

    private void place(Path what) {
        try {
            Path link = Files.createLink(folder.resolve("link"), what);
            Files.move(link, folder.resolve("list"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Files.deleteIfExists(link);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
