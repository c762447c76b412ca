package dev.slipstream.lab;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JMH benchmark, as one fork runs it.
 *
 * @param method the fully qualified name of the benchmark method
 * @param params the benchmark's parameters
 * @param jvmArgs the arguments that every JVM gets which runs it
 * @param settings what the agent is told besides the remedy's name where the remedy is applied, such as {@code naming.interval=5}
 * @param options the JVM's own options for the cost that the remedy is about, for the subject that is to have them
 * @param warmups the fewest iterations before the steady state of each fork, 0 for a cold JVM
 * @param iterations the fewest iterations in steady state in each fork, at least 1
 * @param estimator what these say about the fork
 */
public record Benchmark(
        String method,
        Map<String, String> params,
        List<String> jvmArgs,
        List<String> settings,
        List<String> options,
        int warmups,
        int iterations,
        Estimator estimator) {

    /** How many times longer than expected a fork may take to become steady. */
    public static final int PATIENCE = 3;

    private static final int CLEAR = 12;

    /** Copies, in the order of parameters. */
    public Benchmark {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        jvmArgs = List.copyOf(jvmArgs);
        settings = List.copyOf(settings);
        options = List.copyOf(options);
    }

    /**
     * A benchmark of a remedy as it is by default.
     *
     * @param method the fully qualified name of the benchmark method
     * @param params the benchmark's parameters
     * @param jvmArgs the arguments that every JVM gets which runs it
     * @param warmups the fewest iterations before the steady state of each fork, 0 for a cold JVM
     * @param iterations the fewest iterations in steady state in each fork, at least 1
     */
    public Benchmark(String method, Map<String, String> params, List<String> jvmArgs, int warmups, int iterations) {
        this(method, params, jvmArgs, List.of(), List.of(), warmups, iterations, Estimator.MEDIAN);
    }

    /**
     * A benchmark that is measured once, in a cold JVM.
     *
     * @param method the fully qualified name of the benchmark method
     * @param params the benchmark's parameters
     * @return the benchmark
     */
    public static Benchmark once(String method, Map<String, String> params) {
        return new Benchmark(method, params, List.of(), 0, 1);
    }

    /**
     * Whether the steady state of a warm JVM counts.
     *
     * @return false for a cold JVM, of which every iteration counts
     */
    public boolean warm() {
        return warmups > 0;
    }

    /**
     * How many iterations a fork has at most, steady or not.
     *
     * @return {@link #PATIENCE} times as many as one that is steady from {@link #warmups} on, and the one in which JMH tears
     *     down, if it is a warm one
     */
    public int mostIterations() {
        return warm() ? PATIENCE * (warmups + iterations) + 1 : iterations;
    }

    /**
     * The same with other JVM arguments.
     *
     * @param args all of them
     * @return the benchmark
     */
    public Benchmark withJvmArgs(List<String> args) {
        return new Benchmark(method, params, args, settings, options, warmups, iterations, estimator);
    }

    /**
     * The same with the remedy set up in another way.
     *
     * @param all the agent's options besides the remedy's name
     * @return the benchmark
     */
    public Benchmark withSettings(String... all) {
        return new Benchmark(method, params, jvmArgs, List.of(all), options, warmups, iterations, estimator);
    }

    /**
     * The same with what the JVM itself has to offer, for the subject that is to have it.
     *
     * @param all the JVM's options
     * @return the benchmark
     */
    public Benchmark withOptions(String... all) {
        return new Benchmark(method, params, jvmArgs, settings, List.of(all), warmups, iterations, estimator);
    }

    /**
     * The same, of which the fastest iteration counts, and with so many that one of them has the machine for itself.
     *
     * @return the benchmark
     */
    public Benchmark byFastest() {
        return byFastest(CLEAR);
    }

    /**
     * The same, of which the fastest iteration counts.
     *
     * @param all how many iterations, at least 1: as many as it takes for one of them to have the machine for itself, and to find
     *     the best of what each finds anew
     * @return the benchmark
     */
    public Benchmark byFastest(int all) {
        return new Benchmark(method, params, jvmArgs, settings, options, warmups, all, Estimator.FASTEST);
    }
}
