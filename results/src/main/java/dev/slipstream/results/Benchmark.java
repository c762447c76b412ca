package dev.slipstream.results;

import dev.slipstream.results.stats.Estimator;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JMH benchmark, as one fork runs it.
 *
 * @param method the fully qualified name of the benchmark method
 * @param params the benchmark's parameters
 * @param jvmArgs the arguments of every JVM that runs it
 * @param settings the agent's options besides the remedy's name, where the remedy is applied, such as {@code naming.interval=5}
 * @param options the JVM's own options against the cost, for {@linkplain Subject.Kind#OPTION the subject} that uses them
 * @param warmups the fewest iterations before the steady state of each fork, 0 for a cold JVM
 * @param iterations the fewest iterations in steady state in each fork, at least 1
 * @param estimator the estimate of the fork's score from its iterations
 * @param iteration the duration of an iteration if it is not the one that the benchmark class declares
 */
public record Benchmark(
        String method,
        Map<String, String> params,
        List<String> jvmArgs,
        List<String> settings,
        List<String> options,
        int warmups,
        int iterations,
        Estimator estimator,
        Optional<Duration> iteration) {

    /** Multiple of the expected number of iterations that a fork may take to become steady. */
    public static final int PATIENCE = 2;

    /** Duration of an iteration where the fastest counts: cores that other machines share are free for some 4 to 250 ms at a time. */
    public static final Duration SHORT = Duration.ofMillis(10);

    /** Number of short iterations in one of 50 ms, which the benchmark classes declare. */
    private static final int SHORTER = 5;

    /** Number of short iterations, together a second: on a busy host one of them still has the machine to itself. */
    private static final int CLEAR = 100;

    /** Copies the collections; the parameters keep their order. */
    public Benchmark {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        jvmArgs = List.copyOf(jvmArgs);
        settings = List.copyOf(settings);
        options = List.copyOf(options);
    }

    /**
     * Creates a benchmark of a remedy with its default settings.
     *
     * @param method the fully qualified name of the benchmark method
     * @param params the benchmark's parameters
     * @param jvmArgs the arguments of every JVM that runs it
     * @param warmups the fewest iterations before the steady state of each fork, 0 for a cold JVM
     * @param iterations the fewest iterations in steady state in each fork, at least 1
     */
    public Benchmark(String method, Map<String, String> params, List<String> jvmArgs, int warmups, int iterations) {
        this(method, params, jvmArgs, List.of(), List.of(), warmups, iterations, Estimator.MEDIAN, Optional.empty());
    }

    /** Returns a benchmark that is measured once, in a cold JVM. */
    public static Benchmark once(String method, Map<String, String> params) {
        return new Benchmark(method, params, List.of(), 0, 1);
    }

    /** Tells whether only the steady state of a warm JVM counts; in a cold JVM every iteration counts. */
    public boolean warm() {
        return warmups > 0;
    }

    /**
     * Returns the greatest number of iterations in a fork, steady or not: {@link #PATIENCE} times the number for a fork that is
     * steady after {@link #warmups}, plus the one in which JMH tears down; for a cold JVM, {@link #iterations}.
     */
    public int mostIterations() {
        return warm() ? PATIENCE * (warmups + iterations) + 1 : iterations;
    }

    /** Returns this benchmark with other arguments of every JVM. */
    public Benchmark withJvmArgs(List<String> args) {
        return Records.with(this, Benchmark::jvmArgs, args);
    }

    /** Returns this benchmark with other settings of the remedy: all the agent's options besides the remedy's name. */
    public Benchmark withSettings(String... all) {
        return Records.with(this, Benchmark::settings, List.of(all));
    }

    /**
     * Returns this benchmark with the JVM's own options against the cost, for {@linkplain Subject.Kind#OPTION the subject} that
     * uses them.
     */
    public Benchmark withOptions(String... all) {
        return Records.with(this, Benchmark::options, List.of(all));
    }

    /**
     * Returns this benchmark, scored by its fastest iteration, with enough iterations that one of them has the machine to
     * itself. Iterations are short, and there are so many more warm-ups.
     */
    public Benchmark byFastest() {
        return byFastest(CLEAR);
    }

    /**
     * Returns this benchmark, scored by its fastest iteration. Iterations are short, and there are so many more warm-ups.
     *
     * @param all the number of iterations, at least 1: enough that one of them has the machine to itself, and finds the best of
     *     whatever varies between iterations
     * @return the benchmark
     */
    public Benchmark byFastest(int all) {
        Benchmark longer = Records.with(byFastestShot(all), Benchmark::warmups, SHORTER * warmups);
        return Records.with(longer, Benchmark::iteration, Optional.of(SHORT));
    }

    /**
     * Returns this benchmark, whose iterations are single shots, scored by the fastest of them.
     *
     * @param all the number of shots, at least 1: enough that one of them has the machine to itself
     * @return the benchmark
     */
    public Benchmark byFastestShot(int all) {
        return Records.with(Records.with(this, Benchmark::iterations, all), Benchmark::estimator, Estimator.FASTEST);
    }
}
