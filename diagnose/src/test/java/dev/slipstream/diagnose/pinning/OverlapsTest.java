package dev.slipstream.diagnose.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.arenas.ArenasDetector.Coincidences;
import dev.slipstream.diagnose.pinning.PinningDetector.Overlaps;
import org.junit.jupiter.api.Test;

class OverlapsTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void none() {
        assertThat(new Overlaps().most()).isZero();
        assertThat(new Overlaps().seconds(1)).isZero();
    }

    @Test
    void several() {
        Overlaps overlaps = new Overlaps();
        overlaps.add(2 * SECOND, 5 * SECOND);
        overlaps.add(0, 3 * SECOND);
        overlaps.add(5 * SECOND, 6 * SECOND);
        overlaps.add(4 * SECOND, 9 * SECOND);
        assertThat(overlaps.most()).isEqualTo(2);
        assertThat(overlaps.seconds(1)).isEqualTo(9);
        assertThat(overlaps.seconds(2)).isEqualTo(3);
        assertThat(overlaps.seconds(3)).isZero();
    }

    @Test
    void moreThanAreKept() {
        Overlaps overlaps = new Overlaps();
        for (int i = 0; i < 300_000; i++) {
            overlaps.add(i, i + 1);
        }
        assertThat(overlaps.most()).isEqualTo(1);
    }

    @Test
    void whoWasThereTogether() {
        Coincidences coincidences = new Coincidences();
        assertThat(coincidences.part(10)).isZero();
        for (long time : new long[] {500, 100, 105, 300, 705, 700}) {
            coincidences.add(time);
        }
        assertThat(coincidences.count()).isEqualTo(6);
        assertThat(coincidences.part(10)).isEqualTo(4 / 6.0);
        assertThat(coincidences.part(5)).isZero();
    }
}
