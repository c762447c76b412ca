package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class JmhJsonTest {
    private static JsonObject fork(String secondary) {
        return JsonParser.parseString("""
                {"measurementIterations": 4, "primaryMetric": {"rawData": [[7.0, 13.0, 6.0, 8.0]], "scoreUnit": "ns/op"},
                "secondaryMetrics": {%s}}""".formatted(secondary)).getAsJsonObject();
    }

    private static JsonObject marked() {
        return fork("\"clean\": {\"rawData\": [[1.0, 0.0, 1.0, 1.0]]}");
    }

    @Test
    void disturbedIterationsAreLeftOut() {
        JsonObject rest = JmhJson.undisturbed(3, marked());
        assertThat(JmhJson.iterations(rest)).containsExactly(7.0, 6.0, 8.0);
        assertThat(rest.get("measurementIterations").getAsInt()).isEqualTo(3);
        assertThat(rest.getAsJsonObject("secondaryMetrics").size()).isZero();
    }

    @Test
    void allCountIfTooFewAreLeft() {
        JsonObject rest = JmhJson.undisturbed(4, marked());
        assertThat(JmhJson.iterations(rest)).containsExactly(7.0, 13.0, 6.0, 8.0);
        assertThat(rest.getAsJsonObject("secondaryMetrics").size()).isZero();
    }

    @Test
    void aForkWithoutMarksIsAsItWas() {
        assertThat(JmhJson.undisturbed(1, fork(""))).isEqualTo(fork(""));
    }
}
