package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("ByteBufferBackingArray")
class PerformanceDataTest {
    private static final int PROLOGUE = 32;
    private static final int ENTRY = 20;
    private static final int NAME = 40;
    private static final int SIZE = 256;

    /** Makes a file with texts that have room. */
    static byte[] file(Map<String, String> texts) {
        int size = SIZE + texts.values().stream().mapToInt(String::length).max().orElse(0);
        ByteBuffer file = prologue(texts.size(), size, ByteOrder.LITTLE_ENDIAN);
        List<String> names = List.copyOf(texts.keySet());
        for (int i = 0; i < names.size(); i++) {
            add(file, PROLOGUE + i * size, size, names.get(i), 'B', size - ENTRY - NAME, texts.get(names.get(i)));
        }
        return file.array();
    }

    private static ByteBuffer prologue(int entries, int size, ByteOrder order) {
        return ByteBuffer.allocate(PROLOGUE + entries * size).putInt(0xcafec0c0)
                .put((byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 0))
                .put((byte) 2).order(order).putInt(24, PROLOGUE).putInt(28, entries);
    }

    /** Makes a file with one number and two texts, the second of which fills its place. */
    private static byte[] file(ByteOrder order) {
        ByteBuffer file = prologue(3, SIZE, order);
        add(file, PROLOGUE, SIZE, "sun.os.hrt.frequency", 'J', 0, "12345678");
        add(file, PROLOGUE + SIZE, SIZE, "sun.rt.javaCommand", 'B', 100, "org.example.Sh\u00f6p --port 80\0old");
        add(file, PROLOGUE + 2 * SIZE, SIZE, "java.property.java.version", 'B', 6, "21.0.8.1");
        return file.array();
    }

    private static void add(ByteBuffer file, int at, int size, String name, char type, int length, String data) {
        file.putInt(at, size).putInt(at + 4, ENTRY).putInt(at + 8, length).put(at + 12, (byte) type).putInt(at + 16,
                ENTRY + NAME);
        file.put(at + ENTRY, name.getBytes(StandardCharsets.UTF_8)).put(at + ENTRY + NAME, data.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void hasTheTextsOfAJvm() {
        Map<String, String> texts =
                Map.of("sun.rt.javaCommand", "org.example.Sh\u00f6p --port 80", "java.property.java.version", "21.0.8");
        assertThat(PerformanceData.texts(file(ByteOrder.LITTLE_ENDIAN))).isEqualTo(texts);
        assertThat(PerformanceData.texts(file(ByteOrder.BIG_ENDIAN))).isEqualTo(texts);
    }

    /** A JVM may be starting, and a user may write what he likes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 31, 60, 300, 500})
    void standsWhatIsNoSuchFile(int length) {
        byte[] file = file(ByteOrder.LITTLE_ENDIAN);
        assertThat(PerformanceData.texts(Arrays.copyOf(file, length)).keySet()).hasSizeLessThan(2);
        Random random = new Random(length);
        for (int i = 0; i < 2_000; i++) {
            byte[] broken = file.clone();
            for (int j = 0; j < 8; j++) {
                broken[24 + random.nextInt(200)] = (byte) random.nextInt();
            }
            assertThat(PerformanceData.texts(broken)).hasSizeLessThan(1_000);
        }
    }

    @Test
    void anEntryWithoutLengthIsTheLast() {
        byte[] file = file(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(28, Integer.MAX_VALUE).putInt(PROLOGUE, 0);
        assertThat(PerformanceData.texts(file)).isEmpty();
    }
}
