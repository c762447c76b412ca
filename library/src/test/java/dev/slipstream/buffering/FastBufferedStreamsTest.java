package dev.slipstream.buffering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastBufferedStreamsTest {
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void readsAsTheJdkDoes(TestJdk jdk) throws Exception {
        assertThat(ForkedJvm.ofModule(jdk, "library").output(InputProgram.class)).matches("\\d{4,} exceptions\\s+");
    }

    /** If only bytes are written, the number of calls of the target must be the same too. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void writesAsTheJdkDoes(TestJdk jdk) throws Exception {
        assertThat(ForkedJvm.ofModule(jdk, "library").output(OutputProgram.class))
                .matches("\\d{4,} exceptions, 0 calls more\\s+");
    }

    /** As {@link DataInput} and {@link DataOutput}, with buffers so small that everything lies across their edges. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8_192})
    void takeThePlaceOfDataStreams(int size) throws Exception {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        writeAll(new DataOutputStream(expected));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (FastBufferedOutputStream out = new FastBufferedOutputStream(written, size)) {
            writeAll(out);
        }
        assertThat(written.toByteArray()).isEqualTo(expected.toByteArray());
        try (FastBufferedInputStream in = new FastBufferedInputStream(new ByteArrayInputStream(written.toByteArray()), size)) {
            assertThat(readAll(in)).isEqualTo(readAll(new DataInputStream(new ByteArrayInputStream(written.toByteArray()))))
                    .endsWith("two|three||four|\u00e4\u00f6\u00fc|, null]");
            assertThatThrownBy(() -> in.readFully(new byte[1])).isInstanceOf(EOFException.class);
            assertThat(in.skipBytes(1)).isZero();
        }
    }

    private static void writeAll(DataOutput out) throws IOException {
        out.writeBoolean(true);
        out.writeByte(0x1ff);
        out.writeChar('\u20ac');
        out.writeShort(-2);
        out.writeInt(1 << 30);
        out.writeLong(Long.MIN_VALUE);
        out.writeFloat(1.5f);
        out.writeDouble(-0.0);
        out.writeChars("ab");
        out.writeUTF("caf\u00e9 \u20ac\0");
        out.write(new byte[] {1, 2, 3, 4});
        out.writeBytes("one\ntwo\rthree\r\n\r\nfour\r\u00e4\u00f6\u00fc");
    }

    private static String readAll(DataInput in) throws IOException {
        List<Object> all = new ArrayList<>(List.of(in.readBoolean(), in.readByte(), in.readChar(), in.readShort(), in.readInt(),
                in.readLong(), in.readFloat(), in.readDouble(), in.readChar(), in.readChar(), in.readUTF(), in.skipBytes(2)));
        byte[] two = new byte[2];
        in.readFully(two);
        all.add(Arrays.toString(two));
        StringBuilder lines = new StringBuilder();
        String line = in.readLine();
        for (; line != null; line = in.readLine()) {
            lines.append(line).append('|');
        }
        all.add(lines.toString());
        all.add(line);
        return all.toString();
    }

    private static Throwable onAnotherThread(ThrowingCallable step) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> thrown[0] = catchThrowable(step), "another");
        thread.start();
        thread.join();
        return thrown[0];
    }

    @Test
    void aSecondReaderIsNoticedWhenItFills() throws Exception {
        FastBufferedInputStream in = new FastBufferedInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4}), 2);
        assertThat(in.read()).isEqualTo(1);
        assertThat(onAnotherThread(in::read)).isNull();
        assertThat(onAnotherThread(in::read)).isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("another", Thread.currentThread().getName(), "handOver");
        assertThat(in.read()).isEqualTo(3);
        in.handOver();
        assertThat(onAnotherThread(in::available)).isNull();
        assertThatThrownBy(() -> in.skip(1)).isInstanceOf(IllegalStateException.class);
        in.close();
    }

    @Test
    void aSecondWriterIsNoticedWhenItEmpties() throws Exception {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        FastBufferedOutputStream out = new FastBufferedOutputStream(target, 2);
        out.write(1);
        out.flush();
        assertThat(onAnotherThread(() -> out.write(2))).isNull();
        assertThat(onAnotherThread(out::flush)).isInstanceOf(IllegalStateException.class).hasMessageContaining("another");
        assertThat(onAnotherThread(() -> out.write(new byte[2]))).isInstanceOf(IllegalStateException.class);
        out.handOver();
        assertThat(onAnotherThread(out::flush)).isNull();
        out.write(3);
        out.close();
        assertThat(target.toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void nothingIsAcceptedOnceItIsClosed() throws Exception {
        FastBufferedOutputStream out = new FastBufferedOutputStream(new ByteArrayOutputStream());
        out.close();
        out.close();
        out.flush();
        List<ThrowingCallable> steps = List.of(() -> out.write(1), () -> out.write(new byte[0]), () -> out.write(new byte[9]),
                () -> out.writeInt(1));
        assertThat(steps)
                .allSatisfy(step -> assertThatThrownBy(step).isInstanceOf(IOException.class).hasMessage("Stream closed"));
    }

    @Test
    void aStreamHasABufferAndSomethingBehindIt() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FastBufferedInputStream(InputStream.nullInputStream(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new FastBufferedOutputStream(OutputStream.nullOutputStream(), -1));
        assertThatThrownBy(() -> new FastBufferedInputStream(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> new FastBufferedOutputStream(null)).isInstanceOf(NullPointerException.class);
    }
}
