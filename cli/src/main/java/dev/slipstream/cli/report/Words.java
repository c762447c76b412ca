package dev.slipstream.cli.report;

import dev.slipstream.results.Claim;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Numbers;
import dev.slipstream.results.stats.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Phrases and sentences of a report, independent of its format. */
public final class Words {
    private static final String SAME = " of";
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH);

    private Words() {}

    /**
     * Returns a subject's name for readers, without the lab's terms such as twin: {@code stock 21 (again)}, or
     * {@code stock 21 (option)} if the JVM's own option is on. A name that no subject has is unchanged.
     */
    public static String subject(String name) {
        return Subjects.named(name).map(subject -> switch (subject.kind()) {
            case TWIN -> Kind.STOCK.on(subject.feature()) + " (again)";
            case OPTION -> Kind.STOCK.on(subject.feature()) + " (option)";
            default -> name;
        }).orElse(name);
    }

    /** Formats a claim, marked as a control if it is one: {@code control: stock 21 against itself within 5 %}. */
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
        List<Subject> both = Stream.of(claim.subject(), claim.reference()).flatMap(name -> Subjects.named(name).stream())
                .toList();
        return both.stream().map(Subject::kind).collect(Collectors.toSet()).equals(Set.of(Kind.STOCK, Kind.TWIN))
                && both.get(0).feature() == both.get(1).feature();
    }

    private static String compared(ClaimResult claim) {
        return againstItself(claim)
                ? Kind.STOCK.on(Subject.named(claim.subject()).feature()) + " against itself"
                : subject(claim.subject()) + " against " + subject(claim.reference());
    }

    /**
     * Returns what a control implies for other differences; empty unless the claim is a control with an interval. Its true
     * difference is zero, so other differences as small as its measured one are not significant.
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

    /** Formats a verdict, and what an undecided one still needs: {@code undecided: about 8 more pairs}. */
    public static String verdict(ClaimResult claim) {
        if (claim.verdict() != Verdict.UNDECIDED) {
            return claim.verdict() + (claim.reason() == null ? "" : ": " + claim.reason());
        }
        if (claim.reason() != null) {
            return claim.verdict() + ": " + claim.reason();
        }
        if (claim.ratios().isEmpty()) {
            return claim.verdict() + ": not measured";
        }
        return claim.verdict() + (claim.morePairs() == null
                ? ": on the bar"
                : ": about " + claim.morePairs() + (claim.morePairs() == 1 ? " more pair" : " more pairs"));
    }

    /** Formats the ending of a scenario, and the claimed ending if it differs: {@code hang, claimed: pass}. */
    public static String ending(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.HOLDS
                ? word(scenario.ending())
                : word(scenario.ending()) + ", claimed: " + word(scenario.expected());
    }

    /** Formats the confidence of an interval, such as 0.95: {@code 95 %}, rounded down. */
    public static String confidence(double confidence) {
        // Without the added millionth, 99.2 % would be rounded down to 99.1 %.
        double tenths = Math.floor(confidence * 1_000 + 1e-6) / 10;
        return String.format(Locale.ROOT, tenths == Math.rint(tenths) ? "%.0f %%" : "%.1f %%", tenths);
    }

    /**
     * Returns the most frequent confidence of a table's intervals, for the title of their column; {@link Judgement#confidence
     * that of a first look} if there are none. Intervals with another one show it themselves.
     */
    public static double usualConfidence(Stream<ClaimResult> claims) {
        Map<Double, Long> counts = claims.filter(claim -> claim.interval() != null)
                .collect(Collectors.groupingBy(ClaimResult::confidence, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey)
                .orElse(Judgement.confidence(1));
    }

    /** Formats the interval of a claim, {@code 19.0 to 19.3}; empty if the claim has none. */
    public static String interval(ClaimResult claim) {
        return claim.interval() == null
                ? ""
                : Numbers.significant(claim.interval().low()) + " to " + Numbers.significant(claim.interval().high());
    }

    /**
     * Formats the interval of a claim for a column whose title names a confidence, {@code 99.1 %: 18.8 to 19.5} if its own is
     * another; empty if the claim has none.
     */
    public static String interval(ClaimResult claim, double usual) {
        return (claim.interval() == null || claim.confidence() == usual ? "" : confidence(claim.confidence()) + ": ")
                + interval(claim);
    }

    /** Formats the number of each verdict: {@code 7 hold, 0 refuted, 1 undecided}. */
    public static String counts(Collection<Verdict> verdicts) {
        return Stream.of(Verdict.values())
                .map(each -> count(verdicts, each) + " " + plural(each))
                .collect(Collectors.joining(", "));
    }

    /**
     * Formats the number of each verdict of a proof, and of the claims that were not measured:
     * {@code 7 hold, 0 refuted, 1 undecided, 295 not measured}.
     */
    public static String counts(Results results) {
        long open = results.notMeasured();
        return counts(results.verdicts().toList()) + (open == 0 ? "" : String.format(Locale.ROOT, ", %,d not measured", open));
    }

    /** Formats a time in seconds, at least 0, in its two largest units: {@code 4 min 10 s}. */
    public static String duration(double seconds) {
        Duration duration = Duration.ofSeconds(Math.round(seconds));
        long hours = duration.toHours();
        long minutes = duration.toMinutes();
        return hours > 0 ? hours + " h" + rest(duration.toMinutesPart(), " min")
                : minutes > 0 ? minutes + " min" + rest(duration.toSecondsPart(), " s")
                        : duration.toSecondsPart() + " s";
    }

    private static String rest(int number, String unit) {
        return number == 0 ? "" : " " + number + unit;
    }

    /** Formats a count, at least 0, with its noun, which is given in the singular: {@code 1 claim}, {@code 1,200 claims}. */
    public static String count(long count, String what) {
        return String.format(Locale.ROOT, "%,d ", count) + what + (count == 1 ? "" : "s");
    }

    /** Formats the numbers of forks without a score, {@code 1 failed, 2 not steady}; empty if every fork has one. */
    public static String lost(SubjectResult subject) {
        return Stream.of(lost(subject.failures().size(), "failed"), lost(subject.unsteady(), "not steady"))
                .filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    private static String lost(long count, String how) {
        return count == 0 ? "" : count + " " + how;
    }

    /**
     * Returns the replacement for a median if no fork has a score, {@code failed} or {@code not steady}; empty if no fork has
     * run.
     */
    public static String noScore(SubjectResult subject) {
        return subject.unsteady() == 0 ? subject.failures().isEmpty() ? "" : "failed"
                : subject.failures().isEmpty() ? "not steady" : lost(subject);
    }

    /** Returns the plural form of a verdict, such as {@code hold}. */
    public static String plural(Verdict verdict) {
        return verdict == Verdict.HOLDS ? "hold" : verdict.toString();
    }

    /**
     * Returns how many claims hold, of those with a verdict and those without: {@code 7 of 8 claims hold},
     * {@code 39 of 334 claims measured, all hold}.
     */
    public static String holding(Collection<Verdict> all, long notMeasured) {
        long holding = count(all, Verdict.HOLDS);
        if (notMeasured > 0) {
            return (all.isEmpty() ? "none" : Integer.toString(all.size())) + " of " + count(all.size() + notMeasured, "claim")
                    + " measured" + (all.isEmpty() ? "" : ", " + (holding == all.size() ? "all hold"
                            : holding + (holding == 1 ? " holds" : " hold")));
        }
        if (all.isEmpty()) {
            return "nothing was claimed";
        }
        if (all.size() == 1) {
            return holding == 1 ? "the one claim holds" : "the one claim does not hold";
        }
        return (holding == all.size() ? "all " : holding + " of ") + all.size() + " claims hold";
    }

    /** Counts one of several verdicts. */
    public static long count(Collection<Verdict> all, Verdict verdict) {
        return all.stream().filter(verdict::equals).count();
    }

    private static String word(Ending ending) {
        return ending.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns how many forks of an experiment have no score because they never reached a steady state, and how many of these have
     * a range; empty if there are no such forks.
     */
    public static Optional<String> unsteady(ExperimentResult experiment) {
        List<SubjectResult> subjects = experiment.parts().stream().flatMap(part -> part.workloads().stream())
                .flatMap(workload -> workload.subjects().stream()).toList();
        long unsteady = subjects.stream().mapToLong(SubjectResult::unsteady).sum();
        long ranges = subjects.stream().flatMap(subject -> subject.forks().stream()).filter(fork -> fork.range() != null).count();
        return unsteady == 0 ? Optional.empty() : Optional.of("Not steady: " + unsteady + " of "
                + count(subjects.stream().mapToLong(subject -> subject.forks().size()).sum(), "fork")
                + " reached no steady state. "
                + (ranges == 0 ? "They do not count."
                        : "Those that went up and down count with the range of their levels: " + ranges + "."));
    }

    /**
     * Formats the version, start and duration of a proof:
     * {@code Slipstream 0.1.0, 21 November 2026, 04:10 UTC, took 4 min 10 s of 5 min}.
     */
    public static String run(Results results) {
        return (results.version().isEmpty() ? "" : "Slipstream " + results.version() + ", ") + minute(results.started())
                + ", took " + duration(results.seconds()) + " of " + duration(results.budget());
    }

    /** Formats the day of an instant of ISO 8601 in UTC, {@code 21 November 2026}; the text unchanged if it is no instant. */
    public static String day(String instant) {
        return format(instant, DAY);
    }

    /** Formats an instant of ISO 8601 in UTC, {@code 21 November 2026, 04:10 UTC}; the text unchanged if it is no instant. */
    public static String minute(String instant) {
        return format(instant, MINUTE);
    }

    private static String format(String instant, DateTimeFormatter format) {
        try {
            return format.format(Instant.parse(instant).atOffset(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return instant;
        }
    }

    /**
     * Lists the work that did not fit into the budget: each workload with undecided claims, and for each remedy the sum of the
     * unmeasured work.
     */
    public static List<String> remaining(Results results) {
        List<String> lines = new ArrayList<>();
        results.remaining().stream().filter(each -> each.claims() > 0 && each.measured() > 0)
                .forEach(each -> lines
                        .add("Undecided: " + each.remedy() + " " + each.id() + ", " + count(each.claims(), "claim") + ": about "
                                + count(each.pairs(), "more pair") + ", " + duration(each.seconds()) + "."));
        results.remaining().stream().filter(each -> each.measured() == 0)
                .collect(Collectors.groupingBy(Remaining::remedy, LinkedHashMap::new, Collectors.toList()))
                .forEach((remedy, all) -> lines.add("Not measured: " + remedy + ", "
                        + (claims(all) == 0 ? "" : count(claims(all), "claim") + " of ")
                        + count(all.size(), "workload") + ": about " + duration(seconds(all)) + "."));
        return lines;
    }

    /** Estimates the budget of a complete proof, as the option's value: {@code 95m}. */
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
