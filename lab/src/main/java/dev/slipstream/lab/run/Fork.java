package dev.slipstream.lab.run;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.slipstream.lab.Estimator;
import dev.slipstream.lab.result.SubjectResult.ForkResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * How one forked JVM of a workload ended: with scores or with a failure.
 *
 * @param seconds how long it took, the start of the JVM included
 * @param jmh JMH's own record of it, null if it failed
 * @param estimator what its iterations say about it, null if it failed
 * @param failure why it failed and the end of its output, null if it did not
 */
public record Fork(double seconds, JsonObject jmh, Estimator estimator, String failure) {

    static Fork ended(double seconds, JsonObject jmh, Estimator estimator) {
        return new Fork(seconds, jmh, estimator, null);
    }

    static Fork failed(double seconds, String why) {
        return new Fork(seconds, null, null, why);
    }

    /**
     * The scores of the measured iterations.
     *
     * @return in the benchmark's unit; empty if the fork failed
     */
    public List<Double> iterations() {
        if (jmh == null) {
            return List.of();
        }
        return StreamSupport.stream(metric().getAsJsonArray("rawData").spliterator(), false)
                .flatMap(fork -> StreamSupport.stream(fork.getAsJsonArray().spliterator(), false))
                .map(JsonElement::getAsDouble)
                .toList();
    }

    /**
     * What the measured iterations say.
     *
     * @return in the benchmark's unit; null if the fork failed
     */
    public Double score() {
        List<Double> scores = iterations();
        return scores.isEmpty() ? null : Double.valueOf(estimator.of(scores.stream().mapToDouble(Double::doubleValue)));
    }

    /**
     * The unit of the score.
     *
     * @return such as {@code s}; empty if the fork failed
     */
    public Optional<String> unit() {
        return jmh == null ? Optional.empty() : Optional.of(metric().get("scoreUnit").getAsString().replace("/op", ""));
    }

    ForkResult result(int round) {
        return new ForkResult(round, score(), iterations(), failure);
    }

    private JsonObject metric() {
        return jmh.getAsJsonObject("primaryMetric");
    }
}
