package dev.slipstream.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimesTest {
    private static final DateTimeFormatter MILLIS = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final DateTimeFormatter NANOS = new DateTimeFormatterBuilder().appendInstant(9).toFormatter();
    private static final long DAY = 86_400_000;

    private final TextBuffer buffer = new TextBuffer();

    @Test
    void millisecondsAreThoseOfTheJdk() {
        for (long millis : new long[] {0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, -62_167_219_200_000L, -62_167_219_200_001L,
            253_402_300_799_999L, 253_402_300_800_000L, -377_705_116_800_001L, 951_782_400_000L}) {
            millis(millis);
        }
        for (long day = -800_000; day < 3_000_000; day += 13) {
            millis(day * DAY);
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            millis(random.nextLong() >> random.nextInt(64));
        }
    }

    private void millis(long millis) {
        String expected = MILLIS.format(Instant.ofEpochMilli(millis));
        assertThat(buffer.reset().appendTimestampMillis(millis).toString()).isEqualTo(expected);
    }

    @Test
    void nanosecondsAreThoseOfTheJdk() {
        SplittableRandom random = new SplittableRandom(2);
        nanos(Long.MAX_VALUE);
        nanos(Long.MIN_VALUE);
        for (int i = 0; i < 100_000; i++) {
            nanos(random.nextLong() >> random.nextInt(64));
        }
    }

    private void nanos(long nanos) {
        String expected = NANOS.format(Instant.ofEpochSecond(0, nanos));
        assertThat(buffer.reset().appendTimestampNanos(nanos).toString()).isEqualTo(expected);
    }

    @Test
    void durationsAreThoseOfTheJdk() {
        long second = 1_000_000_000;
        for (long nanos : new long[] {0, 1, -1, second, -second, 60 * second, -60 * second, 3_600 * second, -3_600 * second,
            59 * second + 1, 3_600 * second + 1, -3_600 * second - 1, 100, Long.MAX_VALUE, Long.MIN_VALUE}) {
            duration(nanos);
        }
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 100_000; i++) {
            duration(random.nextLong() >> random.nextInt(64));
            duration((random.nextLong() >> random.nextInt(30, 64)) * second);
        }
    }

    private void duration(long nanos) {
        assertThat(buffer.reset().appendDurationNanos(nanos).toString()).isEqualTo(Duration.ofNanos(nanos).toString());
    }
}
