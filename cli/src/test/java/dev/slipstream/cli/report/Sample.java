package dev.slipstream.cli.report;

import dev.slipstream.results.Claim.Role;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Records;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Workload.Published;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ClaimResult.BarResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Estimator.Shape;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Results to report, as short as they can be written. */
final class Sample {
    static final Environment HERE = environment(List.of());

    private Sample() {}

    static Environment environment(List<String> warnings) {
        Environment.Java unnamed = new Environment.Java(21, "21.0.8", "", "", "/jdk", Map.of());
        Environment.Java named = new Environment.Java(25, "25.0.3", "", "Somebody", "/jdk", Map.of());
        return new Environment("Some CPU", 2, null, "Linux 6", "amd64", null, null, null, List.of(unnamed, named), Map.of(),
                new Environment.Load(null, null, null), new Environment.Load(null, null, null), warnings);
    }

    static Results results(ExperimentResult... experiments) {
        return results(HERE, List.of(), List.of(), experiments);
    }

    static Results results(
            Environment here, List<Remaining> remaining, List<WorkloadResult> floors, ExperimentResult... experiments) {
        return new Results(Results.SCHEMA, Results.SCHEMA_VERSION, "1", List.of("prove"), "2026-01-01T00:00:00Z", 60, 300,
                true, remaining, here, floors, List.of(experiments));
    }

    static PartResult part(String id, WorkloadResult... workloads) {
        return new PartResult(id, "Part " + id, null, List.of(), List.of(workloads), List.of());
    }

    static PartResult curve(String id, String title, Axis axis, WorkloadResult... workloads) {
        return new PartResult(id, title, axis, List.of(), List.of(workloads), List.of());
    }

    static WorkloadResult workload(String id, String title, String unit, SubjectResult... subjects) {
        return new WorkloadResult(
                id, title, "Benchmark.run", Map.of(), null, unit, List.of(subjects), List.of(), List.of());
    }

    static WorkloadResult at(double x, WorkloadResult of) {
        return Records.with(of, WorkloadResult::x, x);
    }

    static WorkloadResult claiming(WorkloadResult of, ClaimResult... claims) {
        return Records.with(of, WorkloadResult::claims, List.of(claims));
    }

    static WorkloadResult published(WorkloadResult of, Published... figures) {
        return Records.with(of, WorkloadResult::published, List.of(figures));
    }

    /** The scores of a subject; null is a fork that failed, NaN one without steady state. */
    static SubjectResult scores(String subject, Double... scores) {
        List<ForkResult> forks = new ArrayList<>();
        for (Double score : scores) {
            int round = forks.size();
            forks.add(score == null
                    ? new ForkResult(round, null, null, List.of(), null, null, "gave no score: it crashed\nand more")
                    : score.isNaN() ? new ForkResult(round, null, null, List.of(3.0, 2.0, 1.0), Shape.NONE, 2, null)
                            : new ForkResult(round, score, null, List.of(9 * score, score), Shape.WARM_UP, 1, null));
        }
        return new SubjectResult(subject, List.of(), forks);
    }

    /** A claim with its interval; without one it has no pairs. */
    static ClaimResult claim(String subject, String words, String reference, Interval interval, Verdict verdict, Integer more) {
        int pairs = interval == null ? 0 : 3;
        Double ratio = interval == null ? null : Double.valueOf(Math.sqrt(interval.low() * interval.high()));
        return new ClaimResult(subject + " " + words + " " + reference, Role.CLAIM, false, subject, reference,
                new BarResult(false, false, null, 1.2), Collections.nCopies(pairs, ratio), ratio, interval,
                Judgement.confidence(1), verdict, null, more);
    }

    static ClaimResult control(String subject, String reference, Interval interval, Verdict verdict) {
        ClaimResult claim = claim(subject, "within 5 % of", reference, interval, verdict, null);
        return Records.with(Records.with(claim, ClaimResult::role, Role.CONTROL), ClaimResult::bar,
                new BarResult(false, false, 0.95, 1.05));
    }

    /** The same claim, judged with another confidence. */
    static ClaimResult confident(ClaimResult of, double confidence) {
        return Records.with(of, ClaimResult::confidence, confidence);
    }

    /** The same claim as a headline about a gain. */
    static ClaimResult headline(ClaimResult of) {
        return headline(of, new BarResult(true, false, 2.0, null));
    }

    /** The same claim as a headline. */
    static ClaimResult headline(ClaimResult of, BarResult bar) {
        return Records.with(Records.with(of, ClaimResult::headline, true), ClaimResult::bar, bar);
    }

    static ScenarioResult scenario(String subject, Ending expected, Ending ending) {
        return new ScenarioResult(
                "f-lock", "a lock handed over", subject, true, List.of(), expected, List.of(ending), List.of(1.0), "");
    }
}
