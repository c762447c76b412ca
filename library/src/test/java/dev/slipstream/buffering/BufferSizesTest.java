package dev.slipstream.buffering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.buffering.BufferSize.Measured;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BufferSizesTest {
    @TempDir
    private Path folder;

    @Test
    void measuresBesideAFile() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "text");
        BufferSize size = BufferSizes.recommend(file, Duration.ofMillis(600));
        assertThat(size.measured()).extracting(Measured::bytes).startsWith(1_024, 2_048).contains(size.bytes()).endsWith(1 << 20);
        assertThat(size.measured()).allSatisfy(each -> {
            assertThat(each.readMegabytes()).isBetween(1.0, 1e6);
            assertThat(each.writtenMegabytes()).isBetween(1.0, 1e6);
        });
        assertThat(size.why()).startsWith(size.bytes() + " bytes: ").contains(" rounds");
        assertThat(folder).isDirectoryContaining(file::equals).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void keepsToItsLimit() throws Exception {
        long start = System.nanoTime();
        BufferSize size = BufferSizes.recommend(folder, Duration.ofNanos(1));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(size).isEqualTo(
                new BufferSize(8_192, "the usual 8192 bytes, since there was no time to try all sizes once", List.of()));
        assertThat(folder).isEmptyDirectory();
        assertThatIllegalArgumentException().isThrownBy(() -> BufferSizes.recommend(folder, Duration.ZERO));
    }

    @Test
    void saysWhereItCannot() throws Exception {
        assertThatThrownBy(() -> BufferSizes.recommend(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> BufferSizes.recommend(Path.of("/proc"))).isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot measure buffers in /proc: ");
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"))) {
            assertThatThrownBy(() -> BufferSizes.recommend(zip.getPath("/"))).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void theSmallestThatIsAsGoodAsTheBest() {
        List<Measured> measured = List.of(new Measured(1_024, 1_000, 1_000), new Measured(2_048, 1_950, 1_950),
                new Measured(4_096, 2_000, 2_000), new Measured(8_192, 1_000, 2_000));
        BufferSize size = BufferSize.of(measured, 7);
        assertThat(size.bytes()).isEqualTo(2_048);
        assertThat(size.why()).isEqualTo("2048 bytes: the smallest within 5 % of the best, in 7 rounds (read 1950 MB/s, "
                + "written 1950 MB/s; with 1024 bytes the same takes 95 % more; with 8192 bytes the same takes 46 % more)");
        assertThat(BufferSize.of(measured.subList(3, 4), 1).why()).endsWith("written 2000 MB/s)");
    }
}
