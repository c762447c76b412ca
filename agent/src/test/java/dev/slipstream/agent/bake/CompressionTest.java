package dev.slipstream.agent.bake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Test of the ways in which {@code jlink} compresses; {@code BakeTest} bakes images that it has compressed. */
class CompressionTest {
    private static final List<String> STRINGS = List.of("zip", "compact-cp", "kept", "(L;I)V", "java/lang", "String", "other");
    private static final int HEADER_BYTES = 29;
    private static final int MAGIC = 0xCAFEFAFA;

    private static byte[] expand(byte[] resource) throws IOException {
        return Compression.expand(resource, ByteOrder.LITTLE_ENDIAN,
                index -> STRINGS.get(index).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] compressed(int way, int size, byte[] content) {
        return ByteBuffer.allocate(HEADER_BYTES + content.length).order(ByteOrder.LITTLE_ENDIAN).putInt(MAGIC)
                .putLong(content.length)
                .putLong(size).putInt(way).putInt(-1).put((byte) 1).put(content).array();
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] result = new byte[bytes.length + 100];
        int length = deflater.deflate(result);
        deflater.end();
        return Arrays.copyOf(result, length);
    }

    private static byte[] of(int... bytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = (byte) bytes[i];
        }
        return result;
    }

    /** Numbers below 32 take one byte, which begins with the bits 101. */
    @Test
    void textsOfTheConstantPool() throws IOException {
        byte[] packed = of(0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 7,
                23, 0xA2, 1, 0, 2, 'm', 'e', 5, 1, 2, 3, 4, 5, 6, 7, 8, 25, 0xA3, 0xA2, 0xA4, 0xA5, 7, 0, 1, 9, 9);
        byte[] expected = of(0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 7,
                1, 0, 4, 'k', 'e', 'p', 't', 1, 0, 2, 'm', 'e', 5, 1, 2, 3, 4, 5, 6, 7, 8,
                1, 0, 22, '(', 'L', 'j', 'a', 'v', 'a', '/', 'l', 'a', 'n', 'g', '/', 'S', 't', 'r', 'i', 'n', 'g', ';', 'I', ')',
                'V',
                7, 0, 1, 9, 9);
        assertThat(expand(compressed(1, expected.length, packed))).isEqualTo(expected);
        byte[] deflated = deflated(compressed(1, expected.length, packed));
        assertThat(expand(compressed(0, HEADER_BYTES + packed.length, deflated))).isEqualTo(expected);
    }

    @Test
    void refusesWhatIsNotAsItsHeaderSays() {
        assertThatThrownBy(() -> expand(compressed(6, 3, new byte[3]))).isInstanceOf(IOException.class)
                .hasMessage("it is compressed in an unknown way: other");
        assertThatThrownBy(() -> expand(compressed(0, 5, deflated(new byte[3])))).isInstanceOf(IOException.class)
                .hasMessageContaining("another size");
        assertThatThrownBy(() -> expand(compressed(0, 5, new byte[3]))).isInstanceOf(IOException.class)
                .hasMessage("it is damaged");
    }

    @Test
    void otherResourcesStay() throws IOException {
        byte[] bytes = "a resource that is longer than a header is".getBytes(StandardCharsets.UTF_8);
        assertThat(expand(bytes)).isEqualTo(bytes);
    }
}
