package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.stats.Verdict;
import java.util.Collection;
import java.util.List;

/** Writes verdicts with a colour, and always with a symbol and a word. */
final class Verdicts {
    private Verdicts() {
    }

    /** Writes one verdict. */
    static void badge(Html html, Verdict verdict, String words) {
        html.open("span", "class", "verdict " + verdict);
        html.element("span", symbol(verdict), "aria-hidden", "true");
        html.text("\u00a0" + words).close();
    }

    /** Writes the verdict of a claim, and what an undecided one still needs. */
    static void badge(Html html, ClaimResult claim) {
        badge(html, claim.verdict(), Words.verdict(claim));
    }

    /** Writes the number of each verdict; nothing if all hold, which the {@link #sentence sentence} says. */
    static void tally(Html html, Collection<Verdict> all) {
        if (count(all, Verdict.HOLDS) == all.size()) {
            return;
        }
        html.open("p", "class", "tally");
        for (Verdict verdict : Verdict.values()) {
            long count = count(all, verdict);
            if (count > 0 || verdict == Verdict.HOLDS) {
                badge(html, verdict, count + " " + Words.plural(verdict));
                html.text(" ");
            }
        }
        html.end();
    }

    /** Draws the numbers as a bar, hidden from screen readers. */
    static void bar(Html html, Collection<Verdict> all) {
        html.open("div", "class", "share", "aria-hidden", "true");
        for (Verdict verdict : Verdict.values()) {
            long count = count(all, verdict);
            if (count > 0) {
                html.open("span", "class", verdict.toString(), "style", "flex-grow:" + count).close();
            }
        }
        html.end();
    }

    /**
     * Returns how many claims hold, such as {@code 7 of 8 claims hold} or {@code 39 of 334 claims measured, all hold}.
     *
     * @param all the verdicts
     * @param notMeasured the number of claims without one
     */
    static String sentence(List<Verdict> all, long notMeasured) {
        long holding = count(all, Verdict.HOLDS);
        if (notMeasured > 0) {
            return (all.isEmpty() ? "none" : Integer.toString(all.size())) + " of " + Words.count(all.size() + notMeasured, "claim")
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

    static long count(Collection<Verdict> all, Verdict verdict) {
        return all.stream().filter(verdict::equals).count();
    }

    private static String symbol(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> "✓";
            case REFUTED -> "✗";
            case UNDECIDED -> "?";
        };
    }
}
