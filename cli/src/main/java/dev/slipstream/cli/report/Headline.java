package dev.slipstream.cli.report;

import dev.slipstream.lab.Claim.Role;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.WorkloadResult;
import dev.slipstream.lab.stats.Numbers;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A claim that a remedy is judged by first, in a few words. Those of the retrofit and of the library stand apart, since they
 * are compared with different things.
 *
 * @param workload what was measured
 * @param claim one of its claims
 */
public record Headline(WorkloadResult workload, ClaimResult claim) {
    private static final Pattern ABOUT = Pattern.compile("(slipstream|library) (\\d{1,6})");

    /**
     * Whether a claim is a headline.
     *
     * @param claim any claim
     * @return false for controls, and for what a JDK does without the remedy
     */
    public static boolean is(ClaimResult claim) {
        return claim.headline() && claim.role() == Role.CLAIM && ABOUT.matcher(claim.subject()).matches();
    }

    /**
     * What the claim is about.
     *
     * @return such as {@code retrofit, JDK 21}
     */
    public String who() {
        Matcher about = ABOUT.matcher(claim.subject());
        return !about.matches() ? claim.subject()
                : (about.group(1).equals("slipstream") ? "retrofit" : "library") + ", JDK " + about.group(2);
    }

    /**
     * What was found.
     *
     * @return a number, such as {@code 29.0} or {@code 12 %}; empty without pairs
     */
    public Optional<String> figure() {
        return Optional.ofNullable(claim.ratio()).map(this::text);
    }

    /**
     * What the number says.
     *
     * @return what follows it, such as {@code times faster} or {@code of the processor instead of 50 %}
     */
    public String words() {
        if (claim.bar().share()) {
            return "of the processor" + stock().map(ratio -> " instead of " + text(ratio)).orElse("");
        }
        return claim.bar().gain() ? "times faster" : "times the time of " + claim.reference();
    }

    /**
     * The interval, as the number.
     *
     * @return such as {@code 19.0 to 19.3}, empty if there is none
     */
    public String interval() {
        if (claim.interval() == null) {
            return "";
        }
        return claim.bar().share()
                ? text(claim.interval().high()) + " to " + text(claim.interval().low())
                : Words.interval(claim);
    }

    /** A ratio as the number. */
    private String text(double ratio) {
        return claim.bar().share() ? Numbers.percent(1 / ratio) : Numbers.significant(ratio);
    }

    /** What the same JDK does as it is, compared with the same. */
    private Optional<Double> stock() {
        String stock = "stock" + claim.subject().substring(claim.subject().indexOf(' '));
        return workload.claims().stream()
                .filter(other -> other.subject().equals(stock) && other.reference().equals(claim.reference()))
                .filter(other -> other.bar().share() && other.ratio() != null)
                .map(ClaimResult::ratio)
                .findFirst();
    }
}
