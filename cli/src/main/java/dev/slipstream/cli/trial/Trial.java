package dev.slipstream.cli.trial;

import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The comparison of a look at a JVM before remedies were installed with one after.
 *
 * <p>A cost counts as changed if its figure has halved or doubled, and the ranges of both do not overlap. If its course over time is
 * known, it also counts as changed if it has changed by a fifth and the 95 % intervals of both means do not overlap. The
 * application's load is assumed to be the same both times. A share of a whole depends less on that than a figure per second, so
 * shares are compared first.
 *
 * <p>If virtual threads waited for a carrier in vain in one of the looks, costs are not compared: a JVM that hangs pays none. Then the
 * progress of virtual threads decides about the remedy against such hangs, and the other remedies' outcomes are unknown.
 *
 * @param outcomes one per remedy that was tried, in the order of the findings
 * @param caveats the caveats of both diagnoses, each once
 */
public record Trial(List<Outcome> outcomes, List<String> caveats) {
    private static final String AGAINST_HANGS = "pinning";
    private static final double HALF = 0.5;
    private static final double FIFTH = 0.2;
    private static final int LEAST_MOMENTS = 5;

    /** Quantile of Student's t distribution at few degrees of freedom: twice {@link #LEAST_MOMENTS}, less two. */
    private static final double STUDENT = 2.306;

    /** Copies the lists. */
    public Trial {
        outcomes = List.copyOf(outcomes);
        caveats = List.copyOf(caveats);
    }

    /** The direction of a change that exceeds noise. */
    public enum Change {
        /** The cost went down. */
        BETTER,
        /** The cost did not change by more than noise, or was not paid. */
        SAME,
        /** The cost went up. */
        WORSE,
        /** The looks cannot show it. */
        UNKNOWN
    }

    /**
     * The outcome of a trial for one remedy.
     *
     * @param remedy the remedy's name
     * @param change the direction of the change
     * @param text both figures, or why there are none, for the user
     */
    public record Outcome(String remedy, Change change, String text) {
        /** Returns the outcome in one line. */
        @Override
        public String toString() {
            return remedy + ": " + change.name().toLowerCase(Locale.ROOT) + ", " + text;
        }
    }

    /**
     * A figure from both diagnoses.
     *
     * @param apart whether the ranges of both do not overlap
     */
    private record Figures(double before, double after, boolean apart, String text) {}

    /** A mean with the half-width of its confidence interval. */
    private record Mean(double value, double margin) {}

    /** Compares what two diagnoses show of the remedies that were tried. */
    public static Trial of(Diagnosis before, Diagnosis after, Collection<String> remedies) {
        List<String> inOrder = new ArrayList<>();
        before.findings().stream().map(Finding::remedy).filter(remedies::contains).forEach(inOrder::add);
        remedies.stream().filter(each -> !inOrder.contains(each)).forEach(inOrder::add);
        return new Trial(inOrder.stream().map(each -> outcome(each, before, after)).toList(),
                Stream.of(before, after).flatMap(each -> each.caveats().stream()).distinct().toList());
    }

    private static Outcome outcome(String remedy, Diagnosis before, Diagnosis after) {
        if (isStarved(before) || isStarved(after)) {
            return remedy.equals(AGAINST_HANGS) ? progress(before.carriers(), after.carriers())
                    : new Outcome(remedy, Change.UNKNOWN, "a JVM that hangs shows no cost to compare");
        }
        Optional<Finding> first = finding(before, remedy);
        Optional<Finding> second = finding(after, remedy);
        if (first.isEmpty() || second.isEmpty()) {
            return new Outcome(remedy, Change.UNKNOWN, "its cost could not be seen " + (first.isEmpty() ? "before" : "after"));
        }
        return outcome(first.get(), second.get(), before, after);
    }

    private static boolean isStarved(Diagnosis diagnosis) {
        return diagnosis.carriers() != null && diagnosis.carriers().isStarved();
    }

    /** Returns the finding of a remedy if it says whether the cost is paid. */
    private static Optional<Finding> finding(Diagnosis diagnosis, String remedy) {
        return diagnosis.findings().stream().filter(each -> each.remedy().equals(remedy))
                .filter(each -> each.verdict() == Verdict.PAID || each.verdict() == Verdict.NOT_PAID).findFirst();
    }

    /**
     * Compares the progress of virtual threads. After a hang it is better if no virtual thread waits for a carrier any more: carriers run
     * again, or stand-ins do the work of those that stay held.
     */
    private static Outcome progress(Carriers before, Carriers after) {
        return new Outcome(AGAINST_HANGS, change(before, after), held(before, "before") + "; " + held(after, "after"));
    }

    private static Change change(Carriers before, Carriers after) {
        if (before == null || after == null || before.state() == State.UNKNOWN || after.state() == State.UNKNOWN) {
            return Change.UNKNOWN;
        }
        if (!before.isStarved()) {
            return Change.WORSE;
        }
        if (after.isStarved()) {
            return after.state() == State.HANGS || before.state() != State.HANGS ? Change.SAME : Change.BETTER;
        }
        return after.held() < before.held() || (before.waiting() != null && before.waiting() > 0) ? Change.BETTER
                : Change.UNKNOWN;
    }

    private static String held(Carriers carriers, String when) {
        return carriers == null || carriers.state() == State.UNKNOWN ? "carriers not seen " + when
                : (carriers.held() == 0 ? "no carrier" : carriers.held() + " of " + carriers.all() + " carriers") + " held "
                        + when
                        + (carriers.waiting() == null ? "" : ", " + carriers.waiting() + " virtual threads waiting for one");
    }

    private static Outcome outcome(Finding first, Finding second, Diagnosis before, Diagnosis after) {
        String remedy = first.remedy();
        boolean paid = first.verdict() == Verdict.PAID;
        boolean stillPaid = second.verdict() == Verdict.PAID;
        Optional<Figures> figures = figures(first, second);
        String text = figures.map(Figures::text)
                .orElse((paid ? "paid" : "not paid") + " before, " + (stillPaid ? "paid" : "not paid") + " after");
        if (!paid && !stillPaid) {
            return new Outcome(remedy, Change.SAME, "the cost was not paid before: " + text);
        }
        if (figures.isEmpty()) {
            return new Outcome(remedy, paid == stillPaid ? Change.SAME : paid ? Change.BETTER : Change.WORSE, text);
        }
        Optional<Mean> meanBefore = mean(before, remedy);
        Optional<Mean> meanAfter = mean(after, remedy);
        boolean course = first.share() != null && meanBefore.isPresent() && meanAfter.isPresent();
        double old = figures.get().before;
        double now = figures.get().after;
        boolean apart = figures.get().apart;
        if (paid && ((isHalf(now, old) && apart) || (course && isLess(meanAfter.get(), meanBefore.get())))) {
            return new Outcome(remedy, Change.BETTER, text);
        }
        if (stillPaid && ((isHalf(old, now) && apart) || (course && isLess(meanBefore.get(), meanAfter.get())))) {
            return new Outcome(remedy, Change.WORSE, text);
        }
        return new Outcome(remedy, Change.SAME, text);
    }

    private static boolean isHalf(double less, double more) {
        return more > 0 && less <= more * HALF;
    }

    private static boolean isLess(Mean less, Mean more) {
        return less.value <= more.value * (1 - FIFTH) && less.value + less.margin < more.value - more.margin;
    }

    /** Returns the share if both findings have the same one, or else the first amount that both have. */
    private static Optional<Figures> figures(Finding before, Finding after) {
        Share old = before.share();
        Share now = after.share();
        if (old != null && now != null && old.of().equals(now.of())) {
            return Optional.of(new Figures(old.value(), now.value(), now.most() < old.least() || old.most() < now.least(),
                    before.much() + " before, " + after.much() + " after"));
        }
        for (Amount first : before.amounts()) {
            for (Amount second : after.amounts()) {
                if (first.what().equals(second.what()) && first.unit().equals(second.unit())) {
                    return Optional.of(new Figures(first.value(), second.value(), true, first.what() + " " + text(first)
                            + " before, " + text(second) + " after"));
                }
            }
        }
        return Optional.empty();
    }

    private static String text(Amount amount) {
        return String.format(Locale.ROOT, amount.value() < 10 ? "%.2f" : "%,.0f", amount.value())
                + (amount.unit().isEmpty() ? "" : " " + amount.unit());
    }

    private static Optional<Mean> mean(Diagnosis diagnosis, String remedy) {
        double[] shares = diagnosis.moments().stream().filter(moment -> moment.shares().containsKey(remedy))
                .mapToDouble(moment -> moment.shares().get(remedy)).toArray();
        if (shares.length < LEAST_MOMENTS) {
            return Optional.empty();
        }
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        double mean = sum / shares.length;
        double squares = 0;
        for (double share : shares) {
            squares += (share - mean) * (share - mean);
        }
        return Optional.of(new Mean(mean, STUDENT * Math.sqrt(squares / (shares.length - 1) / shares.length)));
    }

    /** Returns the remedies that stay installed: those whose cost went down. */
    public List<String> kept() {
        return remedies(true);
    }

    private List<String> remedies(boolean kept) {
        return outcomes.stream().filter(each -> each.change() == Change.BETTER == kept).map(Outcome::remedy).toList();
    }

    /** Returns the text for the user: one line per remedy, and one for the decision. */
    public List<String> text() {
        List<String> lines = new ArrayList<>();
        outcomes.forEach(outcome -> lines.add(outcome.toString()));
        caveats.forEach(caveat -> lines.add("Note: " + caveat));
        List<String> back = remedies(false);
        lines.add(kept().isEmpty() ? "nothing helped; all taken back"
                : "kept: " + String.join(", ", kept()) + (back.isEmpty() ? "" : "; taken back: " + String.join(", ", back)));
        return lines;
    }
}
