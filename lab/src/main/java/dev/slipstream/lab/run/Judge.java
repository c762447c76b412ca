package dev.slipstream.lab.run;

import dev.slipstream.lab.pairs.Pairs;
import dev.slipstream.lab.run.Selection.Step;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Workload;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Judge of claims, from the forks in a journal, after each batch of pairs, as {@link Judgement#confidence(int)} describes. The
 * first look that decides is final: pairs that are measured later, for other claims of the workload, do not count.
 *
 * <p>A fork without a steady state counts with the range of its levels, if it has one; otherwise it gives no pair. One pair in five,
 * whatever its ratio, hardly moves the pseudo-median, so a claim may still be decided while at most one fork in five is missing.
 */
final class Judge {
    private static final int MOST_UNSTEADY = 5;

    /** Rounds after which a claim is abandoned if most of them gave no pair. */
    private static final int PATIENCE = 2 * Judgement.FEWEST_PAIRS;

    private final StepJournal journal;
    private final Map<Question, Judgement> answers = new HashMap<>();

    Judge(StepJournal journal) {
        this.journal = journal;
    }

    /** Judges the claims of a workload that have at least one round. */
    List<ClaimResult> claims(String group, Workload workload) {
        List<ClaimResult> results = new ArrayList<>();
        for (Claim claim : workload.claims()) {
            if (tried(group, workload, claim, Integer.MAX_VALUE).rounds() > 0) {
                Judged judged = judge(group, workload, claim);
                ClaimResult result = ClaimResult.of(claim, judged.judgement());
                results.add(judged.reason().map(result::undecided).orElse(result));
            }
        }
        return results;
    }

    /**
     * Estimates the number of pairs that a claim still needs.
     *
     * @return 0 if the claim is decided; empty if more pairs are unlikely to decide it
     */
    OptionalInt morePairs(String group, Workload workload, Claim claim) {
        Judged judged = judge(group, workload, claim);
        int pairs = judged.judgement().ratios().length;
        Tried tried = tried(group, workload, claim, Integer.MAX_VALUE);
        if (judged.reason().isEmpty() && judged.judgement().verdict() != Verdict.UNDECIDED) {
            return OptionalInt.of(0);
        }
        if (tried.rounds() >= PATIENCE && pairs * 2 < tried.rounds()) {
            return OptionalInt.empty();
        }
        int first = claim.headline() ? Judgement.FEWEST_PAIRS
                : Math.min(workload.pairs(claim.subject()), workload.pairs(claim.reference()));
        if (pairs < first) {
            return OptionalInt.of(first - pairs);
        }
        return judged.judgement().verdict() != Verdict.UNDECIDED ? OptionalInt.of(1) : judged.judgement().morePairs();
    }

    /** Judges the claims of a task that have new pairs. Each look spends some of the permitted error. */
    void recordLook(Agenda.Rounds task) throws IOException {
        for (Claim claim : task.claims()) {
            int pairs = pairs(task.group(), task.workload(), claim).size();
            String name = name(task.group(), task.workload(), claim);
            List<Integer> looks = journal.looks(name);
            if (pairs >= Judgement.FEWEST_PAIRS && (looks.isEmpty() || pairs > looks.get(looks.size() - 1))) {
                journal.recordLook(name, pairs);
            }
        }
    }

    /** Judgement of a claim, with the reason why it does not count, if there is one. */
    private record Judged(Judgement judgement, Optional<String> reason) {}

    private Judged judge(String group, Workload workload, Claim claim) {
        List<Pair> pairs = pairs(group, workload, claim);
        List<Integer> looks = journal.looks(name(group, workload, claim));
        for (int look = 0; look < looks.size(); look++) {
            List<Pair> seen = pairs.subList(0, looks.get(look));
            Judgement judgement = judge(claim, seen, Judgement.confidence(look + 1));
            if (judgement.verdict() != Verdict.UNDECIDED) {
                int last = seen.get(seen.size() - 1).round();
                Optional<String> reason = tried(group, workload, claim, last).reason();
                if (reason.isEmpty()) {
                    return new Judged(judgement, reason);
                }
            }
        }
        // Pairs since the last look, which a stopped proof may have, are shown as one more look.
        boolean unseen = looks.isEmpty() || pairs.size() > looks.get(looks.size() - 1);
        return new Judged(judge(claim, pairs, Judgement.confidence(looks.size() + (unseen ? 1 : 0))),
                tried(group, workload, claim, Integer.MAX_VALUE).reason());
    }

    /**
     * Scores of one round.
     *
     * @param round the number of the round
     * @param subject the range of the score of the claim's subject
     * @param reference the range of the score of the claim's reference
     */
    private record Pair(int round, Interval subject, Interval reference) {}

    /** Key of a cached judgement. A bootstrap takes milliseconds, and every task asks for all claims again. */
    private record Question(Claim claim, List<Pair> pairs, double confidence) {
        Judgement answer() {
            List<Interval> ratios = Pairs.ratios(claim.bar(), pairs.stream().map(Pair::subject).toList(),
                    pairs.stream().map(Pair::reference).toList());
            return Pairs.judge(claim.bar(), ratios, confidence);
        }
    }

    private Judgement judge(Claim claim, List<Pair> pairs, double confidence) {
        return answers.computeIfAbsent(new Question(claim, List.copyOf(pairs), confidence), Question::answer);
    }

    /** Returns the pairs in the order of rounds. Only a round in which both forks gave a score or a range is a pair. */
    private List<Pair> pairs(String group, Workload workload, Claim claim) {
        NavigableMap<Integer, Fork> references = journal.forks(new Step(group, workload.id(), claim.reference()));
        List<Pair> pairs = new ArrayList<>();
        journal.forks(new Step(group, workload.id(), claim.subject())).forEach((round, subject) -> {
            Fork reference = references.get(round);
            if (reference != null && subject.range().isPresent() && reference.range().isPresent()) {
                pairs.add(new Pair(round, subject.range().get(), reference.range().get()));
            }
        });
        return pairs;
    }

    /**
     * Rounds and forks that have run for a claim.
     *
     * @param rounds the number of rounds in which both subject and reference ran
     * @param forks the number of forks of those rounds that did not fail
     * @param unsteady the number of those forks without a steady state and without a range
     */
    private record Tried(int rounds, long forks, long unsteady) {
        Optional<String> reason() {
            return unsteady * MOST_UNSTEADY > forks
                    ? Optional.of("no steady state in " + unsteady + " of " + forks + " forks")
                    : Optional.empty();
        }
    }

    private Tried tried(String group, Workload workload, Claim claim, int lastRound) {
        NavigableMap<Integer, Fork> references = journal.forks(new Step(group, workload.id(), claim.reference()));
        NavigableMap<Integer, Fork> subjects = journal.forks(new Step(group, workload.id(), claim.subject()));
        List<Integer> rounds = subjects.headMap(lastRound, true).keySet().stream().filter(references::containsKey).toList();
        List<Fork> forks = rounds.stream().flatMap(round -> Stream.of(subjects.get(round), references.get(round)))
                .filter(fork -> fork.failure() == null).toList();
        return new Tried(rounds.size(), forks.size(), forks.stream().filter(fork -> fork.range().isEmpty()).count());
    }

    private static String name(String group, Workload workload, Claim claim) {
        return group + " " + workload.id() + ": " + claim;
    }
}
