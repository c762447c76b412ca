package dev.slipstream.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EncodedTest {
    private static final String[] ALPHABETS = {
        "abc 012", "abc\u00e9\u00ff\u0080\u007f", "a\u00e9\u0100\u07ff\u0800\u20ac\uffff", "a\ud83d\ude00\ude00\ud83d\u00e9"
    };

    private final TextBuffer buffer = new TextBuffer();

    @Test
    void bytesAreThoseOfTheString() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            String alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
            buffer.reset();
            for (int left = random.nextInt(random.nextBoolean() ? 20 : 200); left > 0; left--) {
                buffer.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String text = buffer.toString();
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            assertThat(buffer.utf8Length()).isEqualTo(utf8.length);
            inArray(utf8, random.nextInt(5));
            inBuffer(ByteBuffer.allocate(1_000), utf8, text.getBytes(StandardCharsets.ISO_8859_1));
            inBuffer(ByteBuffer.allocateDirect(1_000), utf8, text.getBytes(StandardCharsets.ISO_8859_1));
            inStream(utf8, text.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private void inArray(byte[] utf8, int offset) {
        byte[] target = new byte[offset + utf8.length];
        assertThat(buffer.writeUtf8(target, offset)).isEqualTo(utf8.length);
        assertThat(Arrays.copyOfRange(target, offset, target.length)).isEqualTo(utf8);
    }

    private void inBuffer(ByteBuffer whole, byte[] utf8, byte[] latin1) {
        ByteBuffer target = whole.position(3).slice();
        assertThat(buffer.writeUtf8(target)).isEqualTo(utf8.length);
        assertThat(buffer.writeLatin1(target)).isEqualTo(latin1.length);
        assertThat(target.position()).isEqualTo(utf8.length + latin1.length);
        byte[] written = new byte[target.position()];
        target.flip().get(written);
        assertThat(Arrays.copyOf(written, utf8.length)).isEqualTo(utf8);
        assertThat(Arrays.copyOfRange(written, utf8.length, written.length)).isEqualTo(latin1);
    }

    private void inStream(byte[] utf8, byte[] latin1) throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        assertThat(buffer.writeUtf8(target)).isEqualTo(utf8.length);
        assertThat(target.toByteArray()).isEqualTo(utf8);
        target.reset();
        assertThat(buffer.writeLatin1(target)).isEqualTo(latin1.length);
        assertThat(target.toByteArray()).isEqualTo(latin1);
        byte[] array = new byte[latin1.length];
        assertThat(buffer.writeLatin1(array, 0)).isEqualTo(latin1.length);
        assertThat(array).isEqualTo(latin1);
    }

    @Test
    void withoutRoomNothingIsWritten() {
        for (String text : new String[] {"abcde", "abcd\u00e9", "abcd\u20ac"}) {
            buffer.reset().append(text);
            byte[] array = new byte[4];
            assertThatThrownBy(() -> buffer.writeUtf8(array, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> buffer.writeLatin1(array, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> buffer.writeUtf8(array, -1)).isInstanceOf(IndexOutOfBoundsException.class);
            for (ByteBuffer target : new ByteBuffer[] {ByteBuffer.wrap(array), ByteBuffer.allocateDirect(4)}) {
                assertThatThrownBy(() -> buffer.writeUtf8(target)).isInstanceOf(BufferOverflowException.class);
                assertThatThrownBy(() -> buffer.writeLatin1(target)).isInstanceOf(BufferOverflowException.class);
                assertThat(target.position()).isZero();
            }
            assertThat(array).containsOnly(0);
        }
    }

    @Test
    void readOnlyIsRefused() {
        for (String text : new String[] {"ab", "\u00e9", "\u20ac"}) {
            buffer.reset().append(text);
            ByteBuffer target = ByteBuffer.allocate(10).asReadOnlyBuffer();
            assertThatThrownBy(() -> buffer.writeUtf8(target)).isInstanceOf(ReadOnlyBufferException.class);
            assertThatThrownBy(() -> buffer.writeLatin1(target)).isInstanceOf(ReadOnlyBufferException.class);
        }
    }
}
