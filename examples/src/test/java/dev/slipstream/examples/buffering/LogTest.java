package dev.slipstream.examples.buffering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.examples.buffering.Log.Way;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

/** Each way reads the same. Tests do not check speed. */
class LogTest {
    @Test
    void readsTheSameInEveryWay() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Measurements.write(bytes, 5_000);
        String digest = Long.toHexString(Measurements.digest(new ByteArrayInputStream(bytes.toByteArray())));

        for (Way way : Way.values()) {
            Log.Result result = Log.run(way, 5_000);
            assertThat(Log.Result.parse(result.toString())).isEqualTo(result);
            assertThat(result.digest()).isEqualTo(digest);
            assertThat(result.readNanos()).isPositive();
        }
    }

    /** The length of the message, then its fields by their numbers; the first sensor takes two bytes. */
    @Test
    void isTheFormat() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Measurements.write(bytes, 1);
        byte[] message = bytes.toByteArray();
        assertThat(message).startsWith(message.length - 1, 1 << 3);
        assertThat(message[2]).isNegative();
        assertThat(message[4]).isEqualTo((byte) (2 << 3));
    }
}
