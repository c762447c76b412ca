package dev.slipstream.lab.run;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.SubjectResult;
import dev.slipstream.lab.result.WorkloadResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

/** Runs the rounds of one workload and judges its claims. For one use. */
final class WorkloadRun {
    private final String remedy;
    private final Workload workload;
    private final StepRunner steps;
    private final Map<Subject, List<Fork>> forks = new LinkedHashMap<>();

    WorkloadRun(String remedy, Workload workload, StepRunner steps) {
        this.remedy = remedy;
        this.workload = workload;
        this.steps = steps;
    }

    /** Runs it, and adds what JMH made of each subject to the list. */
    WorkloadResult run(List<RunResult> jmh) throws InterruptedException {
        List<Subject> subjects = List.copyOf(workload.subjects().keySet());
        int rounds = subjects.stream().mapToInt(workload::pairs).max().orElse(0);
        for (int i = 0; i < rounds; i++) {
            int round = i;
            List<Subject> present = subjects.stream().filter(subject -> round < workload.pairs(subject)).toList();
            for (Subject subject : Rounds.order(present, round)) {
                steps.fork(remedy, workload, subject, round)
                        .ifPresent(fork -> forks.computeIfAbsent(subject, unused -> new ArrayList<>()).add(fork));
            }
        }
        List<SubjectResult> results = new ArrayList<>();
        for (Subject subject : subjects) {
            if (forks.containsKey(subject)) {
                results.add(result(subject));
                merge(forks.get(subject), jmh);
            }
        }
        return new WorkloadResult(workload.id(), workload.title(), workload.benchmark(), workload.params(), unit(), results,
                workload.claims().stream().map(this::judge).toList(), workload.published());
    }

    private SubjectResult result(Subject subject) {
        List<Double> scores = new ArrayList<>();
        forks.get(subject).forEach(fork -> scores.add(fork.score()));
        List<String> failures = forks.get(subject).stream().flatMap(fork -> fork.failure().stream()).toList();
        return new SubjectResult(
                subject.toString(), steps.args(remedy, workload, subject).orElseThrow(), scores, failures);
    }

    private String unit() {
        return forks.values().stream()
                .flatMap(List::stream)
                .flatMap(fork -> fork.unit().stream())
                .findFirst()
                .map(unit -> unit.replace("/op", ""))
                .orElse("");
    }

    /** Only rounds in which both took part, and both forks gave a score, make a pair. */
    private ClaimResult judge(Claim claim) {
        List<Fork> subject = forks.getOrDefault(claim.subject(), List.of());
        List<Fork> reference = forks.getOrDefault(claim.reference(), List.of());
        int[] pairs = IntStream.range(0, Math.min(subject.size(), reference.size()))
                .filter(i -> subject.get(i).jmh().isPresent() && reference.get(i).jmh().isPresent())
                .toArray();
        return ClaimResult.of(claim, claim.judge(scores(subject, pairs), scores(reference, pairs)));
    }

    private static double[] scores(List<Fork> forks, int[] pairs) {
        return IntStream.of(pairs).mapToDouble(i -> forks.get(i).score()).toArray();
    }

    /** JMH knows several forks of a benchmark as one result. */
    private static void merge(List<Fork> forks, List<RunResult> jmh) {
        List<RunResult> ended = forks.stream().map(fork -> fork.jmh().orElse(null)).filter(Objects::nonNull).toList();
        if (!ended.isEmpty()) {
            List<BenchmarkResult> all = ended.stream().flatMap(result -> result.getBenchmarkResults().stream()).toList();
            jmh.add(new RunResult(ended.get(0).getParams(), all));
        }
    }
}
