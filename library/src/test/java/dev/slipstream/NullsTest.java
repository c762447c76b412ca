package dev.slipstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.slipstream.arenas.StripedLifetime;
import dev.slipstream.buffering.BufferSizes;
import dev.slipstream.buffering.FastBufferedInputStream;
import dev.slipstream.buffering.FastBufferedOutputStream;
import dev.slipstream.naming.ThreadNames;
import dev.slipstream.priority.Level;
import dev.slipstream.priority.Priorities;
import dev.slipstream.text.TextBuffer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each package says that a null argument causes a NullPointerException. */
class NullsTest {
    static Stream<ThrowingCallable> calls() {
        FastBufferedInputStream in = new FastBufferedInputStream(new ByteArrayInputStream(new byte[64]));
        FastBufferedOutputStream out = new FastBufferedOutputStream(new ByteArrayOutputStream());
        TextBuffer empty = new TextBuffer();
        return Stream.of(
                () -> new StripedLifetime(null),
                () -> new FastBufferedInputStream(null), () -> new FastBufferedInputStream(null, 16),
                () -> in.read(null), () -> in.read(null, 0, 0), () -> in.readFully(null), () -> in.readFully(null, 0, 0),
                () -> in.transferTo(null),
                () -> new FastBufferedOutputStream(null), () -> new FastBufferedOutputStream(null, 16),
                () -> out.write(null), () -> out.write(null, 0, 0), () -> out.writeUTF(null), () -> out.writeBytes(null),
                () -> out.writeChars(null),
                () -> BufferSizes.recommend(null), () -> BufferSizes.recommend(null, Duration.ofSeconds(1)),
                () -> BufferSizes.recommend(Path.of("."), null),
                () -> ThreadNames.set(null), () -> ThreadNames.scoped(null),
                () -> Priorities.set(null), () -> Priorities.set(null, Level.IDLE),
                () -> Priorities.set(Thread.currentThread(), null),
                () -> Priorities.scoped(null), () -> Priorities.of(null), () -> new Level(null, 0),
                () -> empty.contentEquals(null), () -> empty.compareTo(null),
                () -> empty.writeUtf8((byte[]) null, 0), () -> empty.writeUtf8((ByteBuffer) null),
                () -> empty.writeUtf8((OutputStream) null));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void areRefused(ThrowingCallable call) {
        assertThatNullPointerException().isThrownBy(call);
    }

    @Test
    void areTextWhereTheMethodSaysSo() {
        assertThat(new TextBuffer().append((String) null).append((CharSequence) null).append(null, 1, 2).toString())
                .isEqualTo("nullnullu");
    }
}
