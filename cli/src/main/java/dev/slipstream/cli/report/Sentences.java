package dev.slipstream.cli.report;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.result.Results.Remaining;
import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.stats.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences of a report, independent of its format. */
public final class Sentences {
    private static final String SAME = " of";

    private Sentences() {
    }

    /**
     * Returns a subject's name for readers, without the lab's terms such as twin.
     *
     * @param name the name in the results
     * @return a name such as {@code stock 21 (again)}, or {@code stock 21 (option)} if the JVM's own option is on
     */
    public static String subject(String name) {
        Subject subject = Subject.named(name);
        return switch (subject.kind()) {
            case TWIN -> Subject.stock(subject.feature()) + " (again)";
            case OPTION -> Subject.stock(subject.feature()) + " (option)";
            default -> name;
        };
    }

    /**
     * Formats a claim, marked as a control if it is one.
     *
     * @param claim the claim
     * @return a sentence such as {@code control: stock 21 against itself within 5 %}
     */
    public static String claim(ClaimResult claim) {
        return claim.role() == Claim.Role.CONTROL ? "control: " + sentence(claim) : sentence(claim);
    }

    private static String sentence(ClaimResult claim) {
        String text = claim.text();
        if (!text.startsWith(claim.subject() + " ") || !text.endsWith(" " + claim.reference())) {
            return text;
        }
        String words = text.substring(claim.subject().length(), text.length() - claim.reference().length()).strip();
        if (againstItself(claim) && words.endsWith(SAME)) {
            return compared(claim) + " " + words.substring(0, words.length() - SAME.length());
        }
        return subject(claim.subject()) + " " + words + " " + subject(claim.reference());
    }

    private static boolean againstItself(ClaimResult claim) {
        Subject subject = Subject.named(claim.subject());
        Subject reference = Subject.named(claim.reference());
        return subject.feature() == reference.feature()
                && Stream.of(subject, reference).map(Subject::kind).collect(Collectors.toSet())
                        .equals(Set.of(Subject.Kind.STOCK, Subject.Kind.TWIN));
    }

    private static String compared(ClaimResult claim) {
        return againstItself(claim)
                ? Subject.stock(Subject.named(claim.subject()).feature()) + " against itself"
                : subject(claim.subject()) + " against " + subject(claim.reference());
    }

    /**
     * Returns what a control implies for other differences. Its true difference is zero, so other differences as small as its
     * measured one are not significant.
     *
     * @param claim any claim
     * @return a sentence; empty unless the claim is a control with an interval
     */
    public static Optional<String> noise(ClaimResult claim) {
        if (claim.role() != Claim.Role.CONTROL || claim.interval() == null) {
            return Optional.empty();
        }
        double seen = Math.max(claim.interval().high(), 1 / claim.interval().low());
        String difference = seen > 2
                ? String.format(Locale.ROOT, "a factor of %.1f", seen)
                : String.format(Locale.ROOT, seen < 1.1 ? "%.1f %%" : "%.0f %%", 100 * (seen - 1));
        String pairs = compared(claim) + ", " + claim.ratios().size() + " pairs: ";
        return Optional.of(claim.verdict() == Verdict.REFUTED
                ? pairs + "something other than the remedy makes a difference of up to " + difference + " here."
                : pairs + "a difference below " + difference + " cannot be told from noise here.");
    }

    /**
     * Returns how many forks of an experiment have no score because they never reached a steady state.
     *
     * @param experiment the results of the experiment
     * @return a sentence; empty if there are no such forks
     */
    public static Optional<String> unsteady(ExperimentResult experiment) {
        List<SubjectResult> subjects = experiment.parts().stream().flatMap(part -> part.workloads().stream())
                .flatMap(workload -> workload.subjects().stream()).toList();
        long unsteady = subjects.stream().mapToLong(SubjectResult::unsteady).sum();
        return unsteady == 0 ? Optional.empty() : Optional.of("Not steady: " + unsteady + " of "
                + Words.count(subjects.stream().mapToLong(subject -> subject.forks().size()).sum(), "fork")
                + " reached no steady state, and do not count.");
    }

    /**
     * Formats the confidence of an interval.
     *
     * @param confidence the confidence, such as 0.95
     * @return a percentage such as {@code 95 %}, rounded down
     */
    public static String confidence(double confidence) {
        // Without the added millionth, 99.2 % would be rounded down to 99.1 %.
        double tenths = Math.floor(confidence * 1_000 + 1e-6) / 10;
        return String.format(Locale.ROOT, tenths == Math.rint(tenths) ? "%.0f %%" : "%.1f %%", tenths);
    }

    /**
     * Lists the work that did not fit into the budget: each workload with undecided claims, and for each remedy the sum of the
     * unmeasured work.
     *
     * @param results the results
     * @return lines; none if no work is left
     */
    public static List<String> remaining(Results results) {
        List<String> lines = new ArrayList<>();
        results.remaining().stream().filter(each -> each.claims() > 0 && each.measured() > 0).forEach(each ->
                lines.add("Undecided: " + each.remedy() + " " + each.id() + ", " + Words.count(each.claims(), "claim") + ": about "
                        + Words.count(each.pairs(), "more pair") + ", " + Words.duration(each.seconds()) + "."));
        results.remaining().stream().filter(each -> each.measured() == 0)
                .collect(Collectors.groupingBy(Remaining::remedy, LinkedHashMap::new, Collectors.toList()))
                .forEach((remedy, all) -> lines.add("Not measured: " + remedy + ", "
                        + (claims(all) == 0 ? "" : Words.count(claims(all), "claim") + " of ")
                        + Words.count(all.size(), "workload") + ": about " + Words.duration(seconds(all)) + "."));
        return lines;
    }

    /**
     * Estimates the budget of a complete proof.
     *
     * @param results the results
     * @return the budget in the form of the option's value, such as {@code 95m}
     */
    public static String budget(Results results) {
        return (long) Math.ceil((results.seconds() + seconds(results.remaining())) / 60) + "m";
    }

    private static int claims(List<Remaining> all) {
        return all.stream().mapToInt(Remaining::claims).sum();
    }

    private static double seconds(List<Remaining> all) {
        return all.stream().mapToDouble(Remaining::seconds).sum();
    }
}
