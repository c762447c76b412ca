package dev.slipstream.lab;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A benchmark that is run on several subjects in turn.
 *
 * @param id unique in the experiment, fit for a file name
 * @param title what it does
 * @param benchmark what is run
 * @param floor what is run instead where the subject is a floor, or another kind that {@linkplain Subject.Kind#runsFloor runs
 *     something else}; subjects of one such kind at most
 * @param x where it stands on the axis of its part, if that has one
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
        Benchmark benchmark,
        Optional<Benchmark> floor,
        Optional<Double> x,
        int pairs,
        int slowPairs,
        Map<Subject, Double> subjects,
        List<Claim> claims,
        List<Published> published) {

    /** A subject that is expected to take longer for an iteration counts as slow. */
    public static final double SLOW_SECONDS = 5;

    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(60);

    /** Copies, in the order of subjects. */
    public Workload {
        subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
        claims = List.copyOf(claims);
        published = List.copyOf(published);
    }

    /**
     * A workload without floor, axis, claims and published figures.
     *
     * @param id unique in the experiment, fit for a file name
     * @param title what it does
     * @param benchmark what is run
     * @param pairs how often a subject is run, at least 1
     * @param slowPairs how often a slow subject is run
     * @param subjects the subjects in order, each with the seconds that one iteration is expected to take
     * @return the workload
     */
    public static Workload of(
            String id, String title, Benchmark benchmark, int pairs, int slowPairs, Map<Subject, Double> subjects) {
        return new Workload(
                id, title, benchmark, Optional.empty(), Optional.empty(), pairs, slowPairs, subjects, List.of(), List.of());
    }

    /**
     * The same with a floor, for the subjects that run it.
     *
     * @param benchmark what physics or the operating system allows, or what one thread does alone, or a program with the library
     * @return the workload
     */
    public Workload withFloor(Benchmark benchmark) {
        return new Workload(
                id, title, this.benchmark, Optional.of(benchmark), x, pairs, slowPairs, subjects, claims, published);
    }

    /**
     * The same at a place on the axis of its part.
     *
     * @param place in the unit of the axis, positive
     * @return the workload
     */
    public Workload at(double place) {
        return new Workload(
                id, title, benchmark, floor, Optional.of(place), pairs, slowPairs, subjects, claims, published);
    }

    /**
     * The same with claims.
     *
     * @param all what is claimed
     * @return the workload
     */
    public Workload claiming(List<Claim> all) {
        return new Workload(id, title, benchmark, floor, x, pairs, slowPairs, subjects, all, published);
    }

    /**
     * The same with figures of a publication.
     *
     * @param figures in the unit of the benchmark
     * @return the workload
     */
    public Workload publishedAs(List<Published> figures) {
        return new Workload(id, title, benchmark, floor, x, pairs, slowPairs, subjects, claims, figures);
    }

    /**
     * What a subject runs.
     *
     * @param subject one of the subjects
     * @return the benchmark, or the floor's
     * @throws java.util.NoSuchElementException if it runs the floor, and there is none
     */
    public Benchmark benchmark(Subject subject) {
        return subject.kind().runsFloor() ? floor.orElseThrow() : benchmark;
    }

    /**
     * After what time a fork is taken for hung.
     *
     * @param subject the subject that it runs
     * @return ten times what is expected of all its iterations, at least a minute
     */
    public Duration limit(Subject subject) {
        Duration generous = Duration.ofSeconds(Math.round(10 * seconds(subject)));
        return generous.compareTo(SHORTEST_LIMIT) > 0 ? generous : SHORTEST_LIMIT;
    }

    /**
     * How long all iterations of a fork are expected to take.
     *
     * @param subject the subject that it runs
     * @return seconds
     */
    public double seconds(Subject subject) {
        Benchmark run = benchmark(subject);
        return subjects.get(subject) * (run.warmups() + run.iterations());
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
