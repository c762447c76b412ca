package dev.slipstream.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.cli.fleet.RollOut.Change;
import dev.slipstream.cli.fleet.RollOut.Sample;
import dev.slipstream.cli.fleet.RollOut.Verdict;
import dev.slipstream.results.stats.Interval;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RollOutTest {
    private static Change change(Sample before, Sample now) {
        return Change.of("naming", before, true, now, true);
    }

    private static Sample sample(long hosts, double mean, double deviation) {
        return new Sample(hosts, mean, Optional.of(deviation));
    }

    private static Sample oneHost(double mean) {
        return new Sample(1, mean, Optional.empty());
    }

    @Test
    void saysOnlyWhatTheIntervalAllows() {
        assertThat(change(sample(5, 0.2, 0.02), sample(5, 0.1, 0.02)).verdict()).isEqualTo(Verdict.LESS);
        assertThat(change(sample(5, 0.2, 0.02), sample(5, 0.3, 0.02)).verdict()).isEqualTo(Verdict.MORE);
        assertThat(change(sample(5, 0.2, 0.2), sample(5, 0.1, 0.2)).verdict()).isEqualTo(Verdict.UNCLEAR);
        assertThat(Change.of("text", oneHost(0), false, oneHost(0.1), true).verdict()).isEqualTo(Verdict.NEW);
        assertThat(Change.of("text", oneHost(0.1), true, oneHost(0), false).verdict()).isEqualTo(Verdict.GONE);
    }

    @Test
    void ofOneHostTheAccuracyOfADiagnosisIsTheRange() {
        Interval ratio = change(oneHost(0.4), oneHost(0.2)).ratio().get();
        assertThat(ratio.low()).isCloseTo(0.4, within(1e-9));
        assertThat(ratio.high()).isCloseTo(0.6, within(1e-9));
        Change load = Change.of("", oneHost(4), false, oneHost(2), false);
        assertThat(load.ratio()).isEmpty();
        assertThat(load.verdict()).isEqualTo(Verdict.UNCLEAR);
        assertThat(Change.of("text", oneHost(0), false, oneHost(0.1), true).ratio()).isEmpty();
    }

    @Test
    void equalHostsGiveAPoint() {
        assertThat(change(sample(3, 0.2, 0), sample(3, 0.1, 0)).ratio()).contains(Interval.of(0.5));
    }

    /** In nineteen of twenty comparisons the interval contains the true ratio. */
    @Test
    void theIntervalKeepsItsPromise() {
        Random random = new Random(5);
        int contained = 0;
        int all = 2_000;
        for (int i = 0; i < all; i++) {
            Interval ratio = change(drawn(random, 8, 0.3), drawn(random, 5, 0.15)).ratio().get();
            contained += ratio.contains(0.5) ? 1 : 0;
        }
        assertThat((double) contained / all).isBetween(0.93, 0.97);
    }

    private static Sample drawn(Random random, int hosts, double mean) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < hosts; i++) {
            double value = mean * (1 + 0.1 * random.nextGaussian());
            sum += value;
            squares += value * value;
        }
        double average = sum / hosts;
        return sample(hosts, average, Math.sqrt((squares - hosts * average * average) / (hosts - 1)));
    }
}
