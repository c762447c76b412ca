package dev.slipstream.lab.run;

import com.google.gson.JsonObject;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Estimator;
import dev.slipstream.lab.result.SubjectResult.ForkResult;
import dev.slipstream.lab.stats.SteadyState;
import java.util.List;
import java.util.Optional;

/**
 * How one forked JVM of a workload ended: with iterations or with a failure.
 *
 * @param seconds how long it took, the start of the JVM included
 * @param jmh JMH's own record of all iterations, null if it failed
 * @param warmups the number of first iterations that never count
 * @param least the number of iterations that a steady state has at least
 * @param estimator what steady iterations say about the fork, null if it failed
 * @param failure why it failed and the end of its output, null if it did not
 */
public record Fork(double seconds, JsonObject jmh, int warmups, int least, Estimator estimator, String failure) {

    static Fork ended(double seconds, JsonObject jmh, Benchmark benchmark) {
        return new Fork(seconds, jmh, benchmark.warmups(), benchmark.iterations(), benchmark.estimator(), null);
    }

    static Fork failed(double seconds, String why) {
        return new Fork(seconds, null, 0, 0, null, why);
    }

    /**
     * All iterations, warm-up included.
     *
     * @return in order, in the benchmark's unit; empty if the fork failed
     */
    public List<Double> iterations() {
        return jmh == null ? List.of() : JmhJson.iterations(jmh);
    }

    /** Without the last iteration of a warm fork, in which JMH tears down and which {@link UntilSteady} has not seen. */
    private List<Double> counted() {
        List<Double> all = iterations();
        return warmups > 0 && !all.isEmpty() ? all.subList(0, all.size() - 1) : all;
    }

    /**
     * The steady state. A cold run of a single iteration is steady by definition.
     *
     * @return empty if the fork failed
     */
    public Optional<SteadyState> steadyState() {
        return jmh == null ? Optional.empty() : Optional.of(estimator.steadyState(
                counted().stream().mapToDouble(Double::doubleValue).toArray(), warmups, least));
    }

    /**
     * Whether it ended, but was never steady.
     *
     * @return false for one that failed
     */
    public boolean unsteady() {
        return steadyState().filter(state -> !state.reached()).isPresent();
    }

    /**
     * What the steady iterations say.
     *
     * @return in the benchmark's unit; null if the fork failed or was never steady
     */
    public Double score() {
        return steadyState().filter(SteadyState::reached)
                .map(state -> estimator.of(counted().stream().skip(state.from()).mapToDouble(Double::doubleValue)))
                .orElse(null);
    }

    /**
     * JMH's record of the steady iterations.
     *
     * @return empty if there is no score
     */
    Optional<JsonObject> steadyJmh() {
        return steadyState().filter(SteadyState::reached).map(state -> JmhJson.from(state.from(), jmh));
    }

    /**
     * The unit of the score.
     *
     * @return such as {@code s}; empty if the fork failed
     */
    public Optional<String> unit() {
        return jmh == null ? Optional.empty() : Optional.of(JmhJson.unit(jmh));
    }

    ForkResult result(int round) {
        Optional<SteadyState> state = steadyState();
        return new ForkResult(round, score(), iterations(), state.map(SteadyState::shape).orElse(null),
                state.map(SteadyState::from).orElse(null), failure);
    }
}
