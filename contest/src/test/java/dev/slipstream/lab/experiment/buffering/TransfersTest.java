package dev.slipstream.lab.experiment.buffering;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The compared programs do the same: only then does a comparison of times mean anything. */
class TransfersTest {
    private static final int BUFFER = 512;
    private static final int PIECE = 64;
    private static final int LARGE = 1_024;

    @TempDir
    private Path folder;

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"unbuffered", "java", "library", "channel", "okio", "commons", "netty"})
    void reads(String through) throws Exception {
        byte[] content = random(4 * LARGE);
        Path file = Files.write(folder.resolve("file"), content);
        try (Source source = Source.open(through, file, BUFFER, ByteBuffer.allocateDirect(LARGE))) {
            long sum = 0;
            for (int i = 0; i < LARGE; i++) {
                sum += content[i] & 0xff;
            }
            assertThat(source.readBytes(LARGE)).isEqualTo(sum);
            byte[] piece = new byte[PIECE];
            source.readPieces(piece, LARGE / PIECE);
            assertThat(piece).containsExactly(Arrays.copyOfRange(content, 2 * LARGE - PIECE, 2 * LARGE));
            byte[] large = new byte[LARGE];
            source.readPieces(large, 2);
            assertThat(large).containsExactly(Arrays.copyOfRange(content, 3 * LARGE, 4 * LARGE));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unbuffered", "java", "library", "channel", "okio", "commons", "netty"})
    void writes(String through) throws Exception {
        Path path = folder.resolve("file");
        byte[] piece = random(PIECE);
        byte[] large = random(LARGE);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            Target target = Target.open(through, file, BUFFER, LARGE);
            target.writeBytes(LARGE);
            target.writePieces(piece, LARGE / PIECE);
            target.writePieces(large, 2);
            target.flush();
        }
        ByteBuffer expected = ByteBuffer.allocate(4 * LARGE);
        for (int i = 0; i < LARGE; i++) {
            expected.put((byte) i);
        }
        for (int i = 0; i < LARGE / PIECE; i++) {
            expected.put(piece);
        }
        expected.put(large).put(large);
        assertThat(Files.readAllBytes(path)).isEqualTo(expected.array());
    }
}
