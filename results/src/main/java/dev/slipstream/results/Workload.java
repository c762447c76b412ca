package dev.slipstream.results;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Benchmark that is run on several subjects in turn.
 *
 * @param id unique in the experiment, fit for a file name
 * @param title the title
 * @param benchmark the benchmark
 * @param counterpart the benchmark for the subjects whose {@linkplain Subject.Kind#runsCounterpart kind} runs it instead; at most one
 *     such kind. It is a limit set by physics or the operating system, the work of one thread alone, or the same work by the library
 * @param x its place on the axis of its part, if that has one
 * @param pairs the number of runs of a subject, at least 1
 * @param slowPairs the number of runs of a subject whose iterations take longer than {@link #SLOW_SECONDS}: it leaves after that
 *     many rounds, while the others, which lack precision rather than time, go on
 * @param subjects the subjects in order, each with the expected seconds per iteration
 * @param claims the claims about them
 * @param published the publication's figures
 */
public record Workload(
        String id,
        String title,
        Benchmark benchmark,
        Optional<Benchmark> counterpart,
        Optional<Double> x,
        int pairs,
        int slowPairs,
        Map<Subject, Double> subjects,
        List<Claim> claims,
        List<Published> published) {

    /** A subject counts as slow if an iteration is expected to take longer. */
    public static final double SLOW_SECONDS = 5;

    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(60);

    /** Copies the collections; the subjects keep their order. */
    public Workload {
        subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
        claims = List.copyOf(claims);
        published = List.copyOf(published);
    }

    /** Returns a workload without counterpart, axis, claims and published figures. Its parameters are those of the record. */
    public static Workload of(
            String id, String title, Benchmark benchmark, int pairs, int slowPairs, Map<Subject, Double> subjects) {
        return new Workload(
                id, title, benchmark, Optional.empty(), Optional.empty(), pairs, slowPairs, subjects, List.of(), List.of());
    }

    /** Returns a workload without counterpart, axis, claims and published figures, which runs all subjects equally often. */
    public static Workload of(String id, String title, Benchmark benchmark, int pairs, Map<Subject, Double> subjects) {
        return of(id, title, benchmark, pairs, pairs, subjects);
    }

    /** Returns this workload with a counterpart, for the subjects that run it. */
    public Workload withCounterpart(Benchmark other) {
        return Records.with(this, Workload::counterpart, Optional.of(other));
    }

    /**
     * Returns this workload with a counterpart and, after the other subjects, those that run it, each with the expected seconds
     * per iteration.
     */
    public Workload withCounterpart(Benchmark other, Map<Subject, Double> more) {
        Map<Subject, Double> all = new LinkedHashMap<>(subjects);
        all.putAll(more);
        return Records.with(withCounterpart(other), Workload::subjects, all);
    }

    /** Returns this workload at a place on the axis of its part, positive and in the axis's unit. */
    public Workload at(double place) {
        return Records.with(this, Workload::x, Optional.of(place));
    }

    /** Returns this workload with these claims. */
    public Workload claiming(List<Claim> all) {
        return Records.with(this, Workload::claims, all);
    }

    /** Returns this workload with figures of a publication, in the unit of the benchmark. */
    public Workload publishedAs(List<Published> figures) {
        return Records.with(this, Workload::published, figures);
    }

    /**
     * Returns the benchmark that a subject runs.
     *
     * @param subject one of the subjects
     * @return the benchmark, or its counterpart
     * @throws java.util.NoSuchElementException if the subject runs the counterpart and there is none
     */
    public Benchmark benchmark(Subject subject) {
        return subject.kind().runsCounterpart() ? counterpart.orElseThrow() : benchmark;
    }

    /**
     * Returns the time after which a fork counts as hung: ten times the expected time of all its iterations, at least a minute.
     */
    public Duration limit(Subject subject) {
        Duration generous = Duration.ofSeconds(Math.round(10 * seconds(subject)));
        return generous.compareTo(SHORTEST_LIMIT) > 0 ? generous : SHORTEST_LIMIT;
    }

    /** Returns the expected time of all iterations of a fork of a subject, in seconds. */
    public double seconds(Subject subject) {
        Benchmark run = benchmark(subject);
        return run.iteration().map(each -> each.toMillis() / 1e3).orElseGet(() -> expected(subject))
                * (run.warmups() + run.iterations());
    }

    private double expected(Subject subject) {
        return Optional.ofNullable(subjects.get(subject)).orElseThrow();
    }

    /** Returns the number of runs of one of the subjects, at least 1. */
    public int pairs(Subject subject) {
        return expected(subject) > SLOW_SECONDS ? slowPairs : pairs;
    }

    /**
     * Figure of the original publication, for comparison with ours.
     *
     * @param on the platform it was measured on, such as {@code 21.0.6} for a JDK
     * @param score the score in the unit of the workload
     */
    public record Published(String on, double score) {}
}
