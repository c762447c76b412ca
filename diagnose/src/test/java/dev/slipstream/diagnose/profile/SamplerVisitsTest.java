package dev.slipstream.diagnose.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sampler is simulated, of threads whose parts in native code are known. */
class SamplerVisitsTest {
    private static final long TICK = 10_000_000;
    private static final int TICKS = 5_000;
    private static final Percentage TWENTIETH = Percentage.withPercentage(5);

    /** Describes the part of a thread as its samples show it, or says that it is never found. */
    private static double[] sampled(int atOnce, double late, double... parts) {
        Random random = new Random(1);
        List<long[]> samples = new ArrayList<>();
        int[] found = new int[parts.length];
        int at = 0;
        long now = 0;
        for (int tick = 0; tick < TICKS; tick++) {
            now += (long) (TICK * (1 + late * random.nextDouble()));
            int first = at;
            int hits = 0;
            do {
                if (random.nextDouble() < parts[at]) {
                    found[at]++;
                    samples.add(new long[] {now + hits * 50_000L, 100 + at});
                    hits++;
                }
                at = (at + 1) % parts.length;
            } while (at != first && hits < atOnce);
        }
        Collections.shuffle(samples, random);
        SamplerVisits rounds = new SamplerVisits(atOnce);
        samples.forEach(sample -> rounds.add(sample[0], sample[1]));
        double seconds = rounds.secondsPerSample(TICK);
        double[] result = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            result[i] = found[i] * seconds / (now / 1e9);
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 0.1", "5, 0", "5, 0.1"})
    void aloneAndWithOthersThatAreAlwaysThere(int atOnce, double late) {
        assertThat(sampled(atOnce, late, 0.5)[0]).isCloseTo(0.5, TWENTIETH);
        assertThat(sampled(atOnce, late, 1)[0]).isCloseTo(1, TWENTIETH);
        double[] two = sampled(atOnce, late, 1, 0.4);
        assertThat(two[0]).isCloseTo(1, TWENTIETH);
        assertThat(two[1]).isCloseTo(0.4, TWENTIETH);
    }

    @Test
    void manyOfAllKinds() {
        double[] parts = sampled(1, 0.05, 1, 0, 0.3, 1, 0.8, 0, 1, 1);
        assertThat(parts[2]).isCloseTo(0.3, Percentage.withPercentage(12));
        assertThat(parts[4]).isCloseTo(0.8, TWENTIETH);
        assertThat(parts[7]).isCloseTo(1, TWENTIETH);
        double[] busy = sampled(5, 0.05, 1, 1, 1, 1, 1, 1, 1, 0.5);
        assertThat(busy[0]).isCloseTo(1, TWENTIETH);
        assertThat(busy[7]).isCloseTo(0.5, TWENTIETH);
    }

    @Test
    void noSamplesAndOne() {
        SamplerVisits rounds = new SamplerVisits(1);
        assertThat(rounds.secondsPerSample(TICK)).isEqualTo(0.01);
        rounds.add(7, 7);
        assertThat(rounds.secondsPerSample(TICK)).isEqualTo(0.01);
        assertThat(rounds.samples()).isEqualTo(1);
    }
}
