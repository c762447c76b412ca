package dev.slipstream.lab.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.pairs.Pairs;
import dev.slipstream.results.stats.Interval;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PresenceTest {
    @Test
    void comparesWithTheStockJdkOfTheSameRound() {
        List<String> summary = Presence.summary(List.of(
                "round\tway\tp99, ms\tresident, MB",
                "1\tstock\t10\t200", "1\tagent\t10.02\t220", "1\tbaked\t5\t200",
                "2\tagent\t20.06\t440", "2\tstock\t20\t400", "2\tbaked\t30\t400",
                "3\tstock\t40\t300", "3\tagent\t40.04\t330", "3\tbaked\t41\t300",
                "4\tagent\t1\t1"));

        assertThat(summary.get(0)).startsWith("p99, ms\tagent\t20.0\t20.1\t1.00").endsWith("\t3\tholds");
        Interval interval = Pairs.interval(new double[] {0.5, 1.5, 1.025}, 0.95);
        assertThat(summary.get(1)).startsWith("p99, ms\tbaked\t20.0\t30.0\t").contains(String.format(Locale.ROOT,
                "\t%.3f to %.3f\t3\tundecided", interval.low(), interval.high()));
        assertThat(summary.get(2)).isEqualTo("resident, MB\tagent\t300\t330\t1.100\t1.100 to 1.100\t3\trefuted");
        assertThat(summary.get(3)).isEqualTo("resident, MB\tbaked\t300\t300\t1.000\t1.000 to 1.000\t3\tholds");
    }
}
