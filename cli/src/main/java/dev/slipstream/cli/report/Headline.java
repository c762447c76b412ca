package dev.slipstream.cli.report;

import dev.slipstream.results.Claim.Role;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Numbers;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A headline claim of a remedy, in a few words. Headlines of the retrofit and of the library are kept apart, since they have
 * different references.
 *
 * @param workload the workload that was measured
 * @param claim one of its claims
 */
public record Headline(WorkloadResult workload, ClaimResult claim) {
    private static final Pattern ABOUT = Pattern.compile("(slipstream|library) (\\d{1,6})");

    /** Returns whether a claim is a headline: no control, and about a JDK with the remedy. */
    public static boolean is(ClaimResult claim) {
        return claim.headline() && claim.role() == Role.CLAIM && ABOUT.matcher(claim.subject()).matches();
    }

    /** Returns the subject of the claim, such as {@code agent, JDK 21}. */
    public String who() {
        Matcher about = ABOUT.matcher(claim.subject());
        return !about.matches() ? claim.subject()
                : (about.group(1).equals("slipstream") ? "agent" : "library") + ", JDK " + about.group(2);
    }

    /** Returns the measured figure, {@code 29.0} or {@code 12 %}; empty without pairs. */
    public Optional<String> figure() {
        return Optional.ofNullable(claim.ratio()).map(this::text);
    }

    /**
     * Returns the text that follows the figure: {@code times faster},
     * {@code of the processor for the first thread instead of 50 %}, or {@code times the time of stock 25 (claimed: at most 2)}.
     */
    public String words() {
        if (claim.bar().share()) {
            return "of the processor for the first thread" + stock().map(ratio -> " instead of " + text(ratio)).orElse("");
        }
        return claim.bar().gain() ? "times faster" : "times the time of " + claim.reference()
                + (claim.bar().high() == null ? "" : " (claimed: at most " + Numbers.plain(claim.bar().high()) + ")");
    }

    /** Returns the confidence interval in the form of the figure, {@code 19.0 to 19.3}; empty if there is none. */
    public String interval() {
        if (claim.interval() == null) {
            return "";
        }
        return claim.bar().share()
                ? text(claim.interval().high()) + " to " + text(claim.interval().low())
                : Words.interval(claim);
    }

    /** Formats a ratio in the form of the figure. */
    private String text(double ratio) {
        return claim.bar().share() ? Numbers.percent(1 / ratio) : Numbers.significant(ratio);
    }

    /** Returns the ratio of the same JDK without the remedy to the same reference. */
    private Optional<Double> stock() {
        String stock = "stock" + claim.subject().substring(claim.subject().indexOf(' '));
        return workload.claims().stream()
                .filter(other -> other.subject().equals(stock) && other.reference().equals(claim.reference()))
                .filter(other -> other.bar().share() && other.ratio() != null)
                .map(ClaimResult::ratio)
                .findFirst();
    }
}
