package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QuietMomentTest {
    private static long in(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void someMomentIsQuiet() throws Exception {
        assertThat(new QuietMoment(Double.POSITIVE_INFINITY).await(in(60))).isTrue();
    }

    @Test
    void waitsNoLongerThanItMay() throws Exception {
        double fastest = new QuietMoment(Double.POSITIVE_INFINITY).fastest();
        QuietMoment never = new QuietMoment(fastest / 2);
        assertThat(never.fastest()).isEqualTo(fastest / 2);
        assertThat(never.await(System.nanoTime())).isFalse();
        assertThat(never.await(in(1))).isFalse();
    }

    @Test
    void codeThatIsNotTheSameIsNoMeasure() {
        assertThat(new QuietMoment(1).fastest()).isGreaterThan(1_000);
    }
}
