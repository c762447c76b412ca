package dev.slipstream.lab;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JMH benchmark with its parameters, run on several subjects in turn.
 *
 * @param id unique in the experiment, fit for a file name
 * @param title what it does
 * @param benchmark the fully qualified name of the benchmark method
 * @param params the benchmark's parameters
 * @param jvmArgs the arguments that every subject gets
 * @param warmups warm-up iterations in each fork, 0 for a cold JVM
 * @param iterations measured iterations in each fork, at least 1
 * @param pairs how often a subject is run, at least 1
 * @param slowPairs how often a subject is run instead whose iterations take longer than {@link #SLOW_SECONDS}: it leaves
 *     after that many rounds, while the others, who are short of precision rather than of time, go on
 * @param subjects the subjects in order, each with the seconds that one iteration is expected to take
 * @param claims what is claimed of them
 * @param published the publication's figures
 */
public record Workload(
        String id,
        String title,
        String benchmark,
        Map<String, String> params,
        List<String> jvmArgs,
        int warmups,
        int iterations,
        int pairs,
        int slowPairs,
        Map<Subject, Double> subjects,
        List<Claim> claims,
        List<Published> published) {

    /** A subject that is expected to take longer for an iteration counts as slow. */
    public static final double SLOW_SECONDS = 5;

    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(60);

    /** Copies, in the order of subjects and parameters. */
    public Workload {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
        jvmArgs = List.copyOf(jvmArgs);
        claims = List.copyOf(claims);
        published = List.copyOf(published);
    }

    /**
     * After what time a fork is taken for hung.
     *
     * @param subject the subject that it runs
     * @return ten times what is expected of all its iterations, at least a minute
     */
    public Duration limit(Subject subject) {
        Duration generous = Duration.ofSeconds(Math.round(10 * subjects.get(subject) * (warmups + iterations)));
        return generous.compareTo(SHORTEST_LIMIT) > 0 ? generous : SHORTEST_LIMIT;
    }

    /**
     * How often a subject is run.
     *
     * @param subject one of the subjects
     * @return at least 1
     */
    public int pairs(Subject subject) {
        return subjects.get(subject) > SLOW_SECONDS ? slowPairs : pairs;
    }
}
