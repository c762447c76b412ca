package dev.slipstream.cli.report;

import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.PartResult;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.Missing;
import dev.slipstream.lab.result.WorkloadResult;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a report says in whole sentences, whatever it is written in. */
public final class Sentences {
    /** Of the missing steps that are named. */
    private static final int NAMED = 3;

    private static final String SAME = " of";

    private Sentences() {
    }

    /**
     * A subject's name, for readers who do not know what a twin is.
     *
     * @param name as the results have it
     * @return such as {@code stock 21 (again)}, or {@code stock 21 (option)} where the JVM's own option is on
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
     * A claim, marked as a control if it is one.
     *
     * @param claim the claim
     * @return such as {@code control: stock 21 against itself within 5 %}
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
     * What a control says of all other differences: there is none in truth, so one that is as small as its own means nothing.
     *
     * @param claim any claim
     * @return empty unless it is a control with an interval
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
     * What an interval is sure of.
     *
     * @param confidence such as 0.95
     * @return such as {@code 95 %}, rounded to the side of less
     */
    public static String confidence(double confidence) {
        // Without the millionth 99.2 % would be rounded to 99.1 %.
        double tenths = Math.floor(confidence * 1_000 + 1e-6) / 10;
        return String.format(Locale.ROOT, tenths == Math.rint(tenths) ? "%.0f %%" : "%.1f %%", tenths);
    }

    /**
     * What a stopped proof has left out.
     *
     * @param results what was found
     * @return empty if it was not stopped
     */
    public static Optional<String> stopped(Results results) {
        List<Missing> missing = results.missing();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        long steps = missing.stream().mapToLong(each -> each.planned() - each.done()).sum();
        String named = missing.stream()
                .limit(NAMED)
                .map(each -> each.step() + " (" + each.done() + " of " + each.planned() + ")")
                .collect(Collectors.joining(", "));
        int others = missing.size() - NAMED;
        return Optional.of("Stopped: " + steps + " of " + (steps + ran(results)) + " steps are missing: " + named
                + (others > 0 ? " and " + others + " more" : "") + ".");
    }

    private static long ran(Results results) {
        Stream<WorkloadResult> workloads = Stream.concat(
                results.floors().stream(), results.parts().flatMap(part -> part.workloads().stream()));
        return workloads.flatMap(workload -> workload.subjects().stream()).mapToLong(each -> each.forks().size()).sum()
                + results.parts().map(PartResult::scenarios).flatMap(List::stream)
                        .mapToLong(scenario -> scenario.endings().size()).sum();
    }
}
