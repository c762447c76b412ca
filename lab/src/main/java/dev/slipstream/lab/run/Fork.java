package dev.slipstream.lab.run;

import com.google.gson.JsonObject;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.stats.Estimator;
import dev.slipstream.results.stats.Estimator.SteadyState;
import dev.slipstream.results.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of one forked JVM of a workload: iterations or a failure.
 *
 * @param seconds the time that it took, including the start of the JVM
 * @param jmh JMH's own record of all iterations, null if the fork failed
 * @param warmups the number of first iterations that never count
 * @param least the smallest number of iterations of a steady state
 * @param estimator the rule that derives the score from steady iterations
 * @param failure the reason for the failure and the end of the output, null if the fork did not fail
 */
public record Fork(
        double seconds, @Nullable JsonObject jmh, int warmups, int least, Estimator estimator, @Nullable String failure) {

    static Fork ended(double seconds, JsonObject jmh, Benchmark benchmark) {
        return new Fork(seconds, jmh, benchmark.warmups(), benchmark.iterations(), benchmark.estimator(), null);
    }

    static Fork failed(double seconds, String why) {
        return new Fork(seconds, null, 0, 0, Estimator.MEDIAN, why);
    }

    /**
     * Returns all iterations, including warm-up.
     *
     * @return times in order, in the benchmark's unit; empty if the fork failed
     */
    public List<Double> iterations() {
        return jmh == null ? List.of() : JmhJson.iterations(jmh);
    }

    /**
     * Returns the iterations without the last one of a warm fork: JMH tears down in it, and {@link UntilSteady} has not seen it.
     */
    private List<Double> counted() {
        List<Double> all = iterations();
        return warmups > 0 && !all.isEmpty() ? all.subList(0, all.size() - 1) : all;
    }

    /**
     * Returns the steady state. A cold run of a single iteration is steady by definition.
     *
     * @return empty if the fork failed
     */
    public Optional<SteadyState> steadyState() {
        return jmh == null ? Optional.empty() : Optional.of(estimator.steadyState(times(), warmups, least));
    }

    private double[] times() {
        return counted().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * Tells whether the fork ended without a failure but was never steady.
     *
     * @return false if the fork failed
     */
    public boolean unsteady() {
        return steadyState().filter(state -> !state.reached()).isPresent();
    }

    /**
     * Returns the score of the steady iterations, or the fastest level of a fork that went up and down if the fastest counts.
     *
     * @return the score in the benchmark's unit; null if the fork failed or has a range at most
     */
    public @Nullable Double score() {
        return range().filter(Interval::isPoint).map(Interval::low).orElse(null);
    }

    /**
     * Returns the range that contains the score of a steady state.
     *
     * @return the score alone, or the range of a fork without a steady state; empty if it has none or failed
     */
    Optional<Interval> range() {
        return steadyState().flatMap(state -> state.reached()
                ? Optional.of(Interval.of(estimator.of(Arrays.stream(times(), state.from(), times().length))))
                : estimator.range(times(), warmups));
    }

    /**
     * Returns JMH's record of the steady iterations.
     *
     * @return empty if there is no score
     */
    Optional<JsonObject> steadyJmh() {
        return Optional.ofNullable(jmh)
                .flatMap(all -> steadyState().filter(SteadyState::reached).map(state -> JmhJson.from(state.from(), all)));
    }

    /**
     * Returns the unit of the score.
     *
     * @return a unit such as {@code s}; empty if the fork failed
     */
    public Optional<String> unit() {
        return jmh == null ? Optional.empty() : Optional.of(JmhJson.unit(jmh));
    }

    ForkResult result(int round) {
        Optional<SteadyState> state = steadyState();
        return new ForkResult(round, score(), range().filter(known -> !known.isPoint()).orElse(null), iterations(),
                state.map(SteadyState::shape).orElse(null),
                state.map(SteadyState::from).orElse(null), failure);
    }
}
