package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.results.stats.Estimator;
import dev.slipstream.results.stats.Estimator.Shape;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForkTest {
    private static final int WARMUPS = 4;

    /** A fork whose level alternates. JMH tears down in its last iteration. */
    private static Fork disturbed(Estimator estimator) {
        double[] times =
                IntStream.range(0, 121).mapToDouble(i -> i / 30 % 2 == 0 ? 20 + 0.1 * (i % 3) : 30 + 0.1 * (i % 3)).toArray();
        JsonObject jmh = JsonParser.parseString("""
                {"primaryMetric": {"rawData": [%s], "scoreUnit": "ns/op"}}""".formatted(new Gson().toJson(times)))
                .getAsJsonObject();
        return new Fork(1, jmh, WARMUPS, 100, estimator, null);
    }

    @Test
    void aForkThatWentUpAndDownHasItsFastestLevelAsScoreIfThatCounts() {
        Fork fork = disturbed(Estimator.FASTEST);
        assertThat(fork.unsteady()).isTrue();
        assertThat(fork.score()).isEqualTo(20.0);
        assertThat(fork.result(0).range()).isNull();
        assertThat(fork.result(0).shape()).isEqualTo(Shape.NONE);
    }

    @Test
    void elsewhereItHasARangeAndNoScore() {
        Fork fork = disturbed(Estimator.MEDIAN);
        assertThat(fork.unsteady()).isTrue();
        assertThat(fork.score()).isNull();
        assertThat(fork.result(0).range().low()).isEqualTo(20.1);
        assertThat(fork.result(0).range().high()).isEqualTo(30.1);
    }
}
