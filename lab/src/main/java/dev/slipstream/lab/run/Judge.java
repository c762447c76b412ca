package dev.slipstream.lab.run;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.stats.Judgement;
import dev.slipstream.lab.stats.Looks;
import dev.slipstream.lab.stats.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Judges claims from the forks in a journal. A proof of a fixed number of pairs is judged once. One that goes on until it is
 * decided is judged after each batch of pairs, as {@link Looks} describes, and the first look that decides is final: pairs that
 * are measured later, for other claims of the workload, no longer count.
 */
final class Judge {
    private final Journal journal;
    private final boolean untilDecided;

    Judge(Journal journal, boolean untilDecided) {
        this.journal = journal;
        this.untilDecided = untilDecided;
    }

    /** Judges all claims of a workload. */
    List<ClaimResult> claims(String group, Workload workload) {
        return workload.claims().stream().map(claim -> ClaimResult.of(claim, judge(group, workload, claim))).toList();
    }

    /** The undecided claims of a workload that more pairs may settle; empty if there is none. */
    Optional<Findings.Open> open(String group, Workload workload) {
        List<Claim> claims = new ArrayList<>();
        int most = 0;
        for (Claim claim : workload.claims()) {
            Judgement judgement = judge(group, workload, claim);
            boolean measured = judgement.ratios().length > 0;
            if (measured && judgement.verdict() == Verdict.UNDECIDED && judgement.morePairs().isPresent()) {
                claims.add(claim);
                most = Math.max(most, judgement.morePairs().getAsInt());
            }
        }
        return claims.isEmpty() ? Optional.empty() : Optional.of(new Findings.Open(group, workload, claims, most));
    }

    /** Looks at the claims of a workload that have more pairs than at the last look, which spends some of their error. */
    void look(String group, Workload workload) throws IOException {
        for (Claim claim : workload.claims()) {
            int pairs = pairs(group, workload, claim).size();
            List<Integer> looks = journal.looks(name(group, workload, claim));
            if (looks.isEmpty() || pairs > looks.get(looks.size() - 1)) {
                journal.look(name(group, workload, claim), pairs);
            }
        }
    }

    private Judgement judge(String group, Workload workload, Claim claim) {
        List<Pair> pairs = pairs(group, workload, claim);
        if (!untilDecided) {
            return judge(claim, pairs, Judgement.CONFIDENCE);
        }
        List<Integer> looks = journal.looks(name(group, workload, claim));
        for (int look = 0; look < looks.size(); look++) {
            Judgement judgement = judge(claim, pairs.subList(0, looks.get(look)), Looks.confidence(look + 1));
            if (judgement.verdict() != Verdict.UNDECIDED) {
                return judgement;
            }
        }
        // Pairs since the last look, as of a proof that was stopped, are shown as one more.
        boolean unseen = looks.isEmpty() || pairs.size() > looks.get(looks.size() - 1);
        return judge(claim, pairs, Looks.confidence(looks.size() + (unseen ? 1 : 0)));
    }

    private record Pair(double subject, double reference) {
    }

    private static Judgement judge(Claim claim, List<Pair> pairs, double confidence) {
        return claim.judge(
                pairs.stream().mapToDouble(Pair::subject).toArray(),
                pairs.stream().mapToDouble(Pair::reference).toArray(),
                confidence);
    }

    /** Only rounds in which both took part, and both forks gave a score, make a pair. In the order of rounds. */
    private List<Pair> pairs(String group, Workload workload, Claim claim) {
        NavigableMap<Integer, Fork> references = journal.forks(new Step(group, workload.id(), claim.reference()));
        List<Pair> pairs = new ArrayList<>();
        journal.forks(new Step(group, workload.id(), claim.subject())).forEach((round, subject) -> {
            Fork reference = references.get(round);
            if (reference != null && subject.score() != null && reference.score() != null) {
                pairs.add(new Pair(subject.score(), reference.score()));
            }
        });
        return pairs;
    }

    private static String name(String group, Workload workload, Claim claim) {
        return group + " " + workload.id() + ": " + claim;
    }
}
