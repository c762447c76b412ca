package dev.slipstream.lab.run;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Goes on with undecided claims after the planned pairs, while there is time: always the workload that is probably settled
 * soonest, with the pairs that its claims ask for, and only the subjects that these claims are about.
 *
 * @param untilDecided whether to go on at all; it also makes the intervals wider, as looking more than once must
 * @param budget how long the whole run may take; the planned pairs are run in any case
 */
public record Extension(boolean untilDecided, Duration budget) {
    /** The planned number of pairs and no more. */
    public static final Extension NONE = new Extension(false, Duration.ZERO);

    /** Runs until all is decided, nothing more would help, or the time is up. */
    void run(Findings findings, Judge judge, StepRunner steps, Schedule schedule, Writer writer, Journal journal)
            throws IOException, InterruptedException {
        if (!untilDecided) {
            return;
        }
        for (Findings.Each each : findings.workloads()) {
            judge.look(each.group(), each.workload());
        }
        for (Optional<Findings.Open> next = cheapest(findings, schedule, journal); next.isPresent();
                next = cheapest(findings, schedule, journal)) {
            Findings.Open open = next.get();
            int rounds = Math.min(open.morePairs(), (int) (left(journal) / secondsEach(open, schedule)));
            run(open, rounds, steps, schedule, journal);
            judge.look(open.group(), open.workload());
            writer.write();
        }
    }

    private static void run(Findings.Open open, int rounds, StepRunner steps, Schedule schedule, Journal journal)
            throws IOException, InterruptedException {
        List<Step> all = steps(open);
        // A slow subject has left earlier than the others: it catches up first.
        int first = all.stream().mapToInt(step -> journal.forks(step).lastKey() + 1).min().orElseThrow();
        all.forEach(step -> schedule.add(step.toString(), rounds, Plan.secondsEach(open.workload(), step.subject())));
        for (int round = first; round < first + rounds; round++) {
            for (Step step : Rounds.order(all, round)) {
                steps.fork(step, open.workload(), round);
            }
        }
    }

    private double left(Journal journal) {
        return budget.toSeconds() - journal.seconds();
    }

    /** Of those of which at least one more pair fits into the time that is left. */
    private Optional<Findings.Open> cheapest(Findings findings, Schedule schedule, Journal journal) {
        return findings.open().stream()
                .filter(open -> secondsEach(open, schedule) <= left(journal))
                .min(Comparator.comparingDouble(open -> open.morePairs() * secondsEach(open, schedule)));
    }

    private static double secondsEach(Findings.Open open, Schedule schedule) {
        return steps(open).stream().mapToDouble(step -> schedule.secondsEach(step.toString())).sum();
    }

    private static List<Step> steps(Findings.Open open) {
        return subjects(open).stream()
                .map(subject -> new Step(open.group(), open.workload().id(), subject))
                .toList();
    }

    private static Set<Subject> subjects(Findings.Open open) {
        Set<Subject> subjects = new LinkedHashSet<>();
        for (Claim claim : open.claims()) {
            subjects.add(claim.subject());
            subjects.add(claim.reference());
        }
        return subjects;
    }
}
